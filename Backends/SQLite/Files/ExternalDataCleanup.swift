import PolystoreStorage

/// Removes files of external data that no row names: what a save left behind that did not happen.
struct ExternalDataCleanup {
    let folder: ExternalDataFolder
    let connection: Connection

    func run() throws(StoreError) {
        let names = try folder.names()
        guard !names.isEmpty else { return }
        for name in Set(names).subtracting(try ExternalReferences.names(connection)) { try folder.remove(name) }
    }
}
