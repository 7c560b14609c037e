import Foundation
import PolystoreModel
import PolystoreStorage

extension MetadataTables {
    /// The keys of the metadata's property list that Core Data gives a meaning.
    private enum Key {
        static let type = "NSStoreType"
        static let identifier = "NSStoreUUID"
        static let hashes = "NSStoreModelVersionHashes"
        static let hashesVersion = "NSStoreModelVersionHashesVersion"
        static let identifiers = "NSStoreModelVersionIdentifiers"
        static let format = "PolystoreFormatVersion"
    }

    private static func isUserKey(_ key: String) -> Bool {
        !key.hasPrefix("NS") && !key.hasPrefix("_NS") && !key.hasPrefix("Polystore")
    }

    /// The numbers of the entities, by name.
    func entityNumbers() throws(StoreError) -> [String: Int] {
        let statement = try connection.prepare("SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY")
        var result: [String: Int] = [:]
        while try statement.step() { result[statement.text(1)] = Int(statement.integer(0)) }
        return result
    }

    func addEntity(_ entity: ModelEntity, _ numbers: [String: Int]) throws(StoreError) {
        let statement = try connection.prepare(
            "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?1, ?2, ?3, 0)")
        statement.bind(Int64(numbers[entity.name] ?? 0), 1)
        statement.bindTextCopy(entity.name, 2)
        statement.bind(Int64(entity.superentity.flatMap { numbers[$0.name] } ?? 0), 3)
        try statement.run()
    }

    /// The store's UUID and the metadata's property list.
    func propertyList() throws(StoreError) -> (identifier: UUID, list: [String: Any]) {
        let statement = try connection.prepare("SELECT Z_UUID, Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1")
        guard try statement.step() else { throw damaged("Z_METADATA", "there is no row") }
        guard let identifier = UUID(uuidString: statement.text(0)) else {
            throw damaged("Z_METADATA", "the UUID cannot be read")
        }
        if statement.isNull(1) { return (identifier, [:]) }
        do {
            let list = try PropertyListSerialization.propertyList(from: Data(statement.bytes(1)), format: nil)
            return (identifier, list as? [String: Any] ?? [:])
        } catch {
            throw damaged("Z_METADATA", "the property list cannot be read")
        }
    }

    /// The entries of programs: what Core Data keeps beside its own keys.
    static func userEntries(_ list: [String: Any]) -> [String: String] {
        list.filter { isUserKey($0.key) }.compactMapValues { $0 as? String }
    }

    /// Writes UUID and property list; entries that are not ours to know stay as they are.
    func setPropertyList(_ metadata: StoreMetadata, keeping known: [String: Any]) throws(StoreError) {
        // Texts under user keys are the metadata's user entries; everything else of the old list is kept.
        var list = known.filter { !(Self.isUserKey($0.key) && $0.value is String) }
        for (key, value) in metadata.user where Self.isUserKey(key) { list[key] = value }
        list[Key.type] = "SQLite"
        list[Key.identifier] = metadata.identifier.uuidString
        list[Key.hashes] = metadata.entityHashes.compactMapValues(Self.data)
        list[Key.hashesVersion] = 3
        list[Key.identifiers] = metadata.model.versionIdentifiers
        list[Key.format] = metadata.formatVersion
        let bytes: [UInt8]
        do {
            bytes = Array(try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0))
        } catch {
            throw StoreError(
                .unsupported, [.store: connection.settings.store, .reason: "metadata cannot be written"], cause: error)
        }
        let statement = try connection.prepare(
            "INSERT OR REPLACE INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, ?1, ?2)")
        statement.bindTextCopy(metadata.identifier.uuidString, 1)
        statement.bindBlobCopy(bytes, 2)
        try statement.run()
    }

    /// The bytes of hexadecimal digits.
    private static func data(_ hexadecimal: String) -> Data? {
        var bytes = Data()
        var rest = Substring(hexadecimal)
        while rest.count >= 2 {
            guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}
