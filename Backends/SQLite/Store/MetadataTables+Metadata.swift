import PolystoreModel
import PolystoreStorage

extension MetadataTables {
    /// The format that this program writes, and the newest that it reads.
    static let formatVersion = 1

    /// Makes sure that the file is a store of this type, in a format that is known.
    ///
    /// - Throws: `foreign` naming what is missing, `unsupportedFormat`, `damaged`.
    func checkFormat() throws(StoreError) {
        let names = try tableNames()
        for table in ["Z_METADATA", "Z_PRIMARYKEY"] where !names.contains(table) {
            throw foreign("SQLite database without \(table)")
        }
        for table in ["ZX_METADATA", "ZX_WATERMARK", "ZX_LAYOUT", "ZX_PEER"] where !names.contains(table) {
            throw foreign("Core Data store without \(table)")
        }
        guard let format = try entry(.format, as: Int.self) else { throw damaged("ZX_METADATA", "there is no format") }
        guard format <= Self.formatVersion else {
            throw StoreError(
                .unsupportedFormat,
                [
                    .store: connection.settings.store, .path: connection.settings.path,
                    .found: "format \(format)", .expected: "at most \(Self.formatVersion)",
                ])
        }
    }

    private func foreign(_ reason: String) -> StoreError {
        StoreError(
            .foreign,
            [.store: connection.settings.store, .path: connection.settings.path, .reason: reason])
    }

    private func tableNames() throws(StoreError) -> Set<String> {
        let statement = try connection.prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
        var names: Set<String> = []
        while try statement.step() { names.insert(statement.text(0)) }
        return names
    }

    /// Everything that the store keeps about itself.
    func metadata() throws(StoreError) -> StoreMetadata {
        let (identifier, list) = try propertyList()
        guard let model = try entry(.model, as: ModelDescription.self) else {
            throw damaged("ZX_METADATA", "there is no model")
        }
        var metadata = StoreMetadata(identifier: identifier, model: model)
        metadata.formatVersion = try entry(.format, as: Int.self) ?? Self.formatVersion
        metadata.entityHashes = try entry(.hashes, as: [String: String].self) ?? [:]
        metadata.hashAlgorithm = try entry(.hashAlgorithm, as: String.self) ?? metadata.hashAlgorithm
        metadata.layouts = try layouts()
        metadata.peers = try peers()
        metadata.watermark = try watermark()
        metadata.homes = try entry(.homes, as: [String: [String]].self) ?? [:]
        metadata.domain = try entry(.domain, as: CommitDomain.self)
        metadata.joint = try joint()
        metadata.foldingVersion = try entry(.folding, as: String.self)
        metadata.user = Self.userEntries(list)
        return metadata
    }

    /// Writes what differs from the metadata that is stored; layouts and peers have tables of their own.
    func write(_ metadata: StoreMetadata, replacing old: StoreMetadata?) throws(StoreError) {
        if old?.formatVersion != metadata.formatVersion { try setEntry(.format, metadata.formatVersion) }
        if old?.model != metadata.model { try setEntry(.model, metadata.model) }
        if old?.entityHashes != metadata.entityHashes { try setEntry(.hashes, metadata.entityHashes) }
        if old?.hashAlgorithm != metadata.hashAlgorithm { try setEntry(.hashAlgorithm, metadata.hashAlgorithm) }
        if old?.homes != metadata.homes { try setEntry(.homes, metadata.homes) }
        if old?.domain != metadata.domain { try setEntry(.domain, metadata.domain) }
        if old?.foldingVersion != metadata.foldingVersion { try setEntry(.folding, metadata.foldingVersion) }
        let isListOld =
            old?.user != metadata.user || old?.entityHashes != metadata.entityHashes
            || old?.identifier != metadata.identifier
            || old?.model.versionIdentifiers != metadata.model.versionIdentifiers
        if isListOld { try setPropertyList(metadata, keeping: old == nil ? [:] : try propertyList().list) }
    }
}
