import PolystoreStorage

/// Removes files of external data that no row names: what a save left behind that did not happen, or that was replaced.
///
/// A power cut may take commits that are in the log alone, and bring back rows that name the files. So all of the log is put
/// into the file first; where a reader in another process keeps it, the files stay until a later opening.
struct ExternalDataCleanup {
    let folder: ExternalDataFolder
    let connection: Connection

    func run() throws(StoreError) {
        let names = try folder.names()
        guard !names.isEmpty else { return }
        let orphans = Set(names).subtracting(try ExternalReferences.names(connection))
        guard !orphans.isEmpty, connection.putLogInFile() else { return }
        for name in orphans { try folder.remove(name) }
    }
}
