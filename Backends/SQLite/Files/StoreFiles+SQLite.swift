import PolystoreStorage

extension StoreFiles {
    /// The engine's files beside the database.
    var companions: [String] { [path + "-wal", path + "-shm", path + "-journal"] }

    /// The file that is locked by the process that writes.
    var lock: String { path + "-lock" }

    /// The folder of the store's support files.
    ///
    /// Core Data leaves the ending `.sqlite` out; other endings stay in, so that two stores of one folder never share
    /// theirs.
    var supportFolder: String {
        let stem = name.hasSuffix(".sqlite") ? String(name.dropLast(7)) : name + "."
        return "\(folder)/.\(stem)_SUPPORT"
    }

    /// The folder of external data.
    var externalDataFolder: String { supportFolder + "/_EXTERNAL_DATA" }
}
