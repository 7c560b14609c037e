import Foundation

extension ManagedObjectModel {
    /// The version hash of each entity, 32 bytes, by name.
    public var entityVersionHashes: [String: [UInt8]] {
        Dictionary(uniqueKeysWithValues: entities.map { ($0.name, $0.versionHash) })
    }

    /// The Base64 form of the SHA-256 of all version hashes in the order of the entities' names: equal for models whose
    /// rows are interchangeable.
    public var versionChecksum: String {
        Data(VersionHash.checksum(of: entityVersionHashes)).base64EncodedString()
    }
}

extension ModelEntity {
    /// The version hash in lower-case hexadecimal, as stores keep it.
    public var versionHashText: String { versionHash.hexadecimal }
}

extension [UInt8] {
    /// The bytes in lower-case hexadecimal.
    var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
