import Foundation
import PolystoreModel
import PolystoreStorage

extension RecordOpening {
    /// A store's metadata; nil in an empty engine.
    static func metadata(_ reading: some OrderedReading, _ name: String) throws(StoreError) -> StoreMetadata? {
        try checkFormat(reading, name)
        guard var metadata = try decode(StoreMetadata.self, reading, MetadataKey.metadata, name) else { return nil }
        metadata.watermark = try watermark(reading, name)
        metadata.joint = try joint(reading, name)
        return metadata
    }

    /// The newest format that this code knows.
    static let formatVersion = 1

    private struct Format: Decodable { let formatVersion: Int }

    /// Looks at the format alone, because metadata of a later one may have another form.
    private static func checkFormat(_ reading: some OrderedReading, _ name: String) throws(StoreError) {
        guard let format = try decode(Format.self, reading, MetadataKey.metadata, name) else { return }
        guard format.formatVersion <= formatVersion else {
            throw StoreError(
                .unsupportedFormat,
                [.store: name, .expected: "\(formatVersion)", .found: "\(format.formatVersion)"])
        }
    }

    /// The number of the last commit.
    static func watermark(_ reading: some OrderedReading, _ name: String) throws(StoreError) -> CommitNumber {
        guard let bytes = try value(reading, MetadataKey.watermark, name) else { return 0 }
        guard bytes.count == 8 else {
            throw StoreError(.damaged, [.store: name, .reason: "the number of the last commit is not readable"])
        }
        return CommitNumber(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    }

    /// The mark of the last save over several stores; nil before the first.
    static func joint(_ reading: some OrderedReading, _ name: String) throws(StoreError) -> JointMark? {
        guard let bytes = try value(reading, MetadataKey.joint, name) else { return nil }
        guard let mark = JointMark(bytes: bytes) else {
            throw StoreError(
                .damaged, [.store: name, .reason: "the mark of the last save over several stores is not readable"])
        }
        return mark
    }

    static func encode(_ watermark: CommitNumber) -> [UInt8] {
        withUnsafeBytes(of: watermark.littleEndian) { Array($0) }
    }

    static func encode(_ value: some Encodable) throws(StoreError) -> [UInt8] {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return Array(try encoder.encode(value))
        } catch {
            throw StoreError(.unsupported, [.reason: "the metadata has no JSON form"], cause: error)
        }
    }

    static func decode<Value: Decodable>(
        _ type: Value.Type, _ reading: some OrderedReading, _ key: [UInt8], _ name: String
    ) throws(StoreError) -> Value? {
        guard let bytes = try value(reading, key, name) else { return nil }
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch {
            throw StoreError(.damaged, [.store: name, .reason: "the metadata is not readable"], cause: error)
        }
    }

    /// The bytes of an entry of the metadata, its seal verified; nil when there is no such entry.
    static func value(
        _ reading: some OrderedReading, _ key: [UInt8], _ name: String
    ) throws(StoreError) -> UnsafeRawBufferPointer? {
        let value = try key.withUnsafeBytesTyped { (raw) throws(StoreError) in try reading.value(.metadata, raw) }
        guard let value else { return nil }
        guard let bytes = SealedValue.bytes(of: value, under: key) else {
            throw StoreError(.damaged, [.store: name, .reason: "the seal of the metadata is wrong"])
        }
        return bytes
    }

    /// Writes metadata and numbers, removes the entries of indexes that are gone and makes those of new ones.
    static func write<Engine: OrderedEngine>(
        _ engine: Engine, _ metadata: StoreMetadata, _ record: RecordCatalogRecord, _ catalog: RecordCatalog,
        retired: [UInt16], fresh: [IndexDefinition]
    ) throws(StoreError) {
        let transaction = try engine.begin(.full)
        do throws(StoreError) {
            let writer = RecordWriter(transaction, catalog)
            try writer.putMetadata(MetadataKey.metadata, try encode(metadata))
            try writer.putMetadata(MetadataKey.catalog, try encode(record))
            try writer.putMetadata(MetadataKey.watermark, encode(metadata.watermark))
            for number in retired { try writer.removeIndex(number) }
            if !fresh.isEmpty { try writer.build(Set(fresh.map(\.number))) }
        } catch {
            transaction.rollback()
            throw error
        }
        try transaction.commit()
    }
}
