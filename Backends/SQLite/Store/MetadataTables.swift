import Foundation
import PolystoreModel
import PolystoreStorage

/// The tables in which a store keeps what it is: every row of ours carries a CRC-32C of its contents.
struct MetadataTables {
    let connection: Connection

    /// An entry of `ZX_METADATA`.
    enum Name: String, CaseIterable {
        case format, model, hashes, hashAlgorithm, homes, domain, folding
    }

    func damaged(_ table: String, _ reason: String) -> StoreError {
        StoreError(
            .damaged,
            [
                .store: connection.settings.store, .path: connection.settings.path,
                .reason: "\(table): \(reason)",
            ])
    }

    static func seal(_ parts: [UInt8]...) -> Int64 {
        let bytes = Array(parts.joined(separator: [0]))
        return bytes.withUnsafeBytes { Int64(DeferredData(describing: $0).checksum) }
    }

    /// The seal of a row that holds one number.
    static func seal(_ number: Int64) -> Int64 {
        withUnsafeBytes(of: number.littleEndian) { Int64(DeferredData(describing: $0).checksum) }
    }

    static func bytes(_ number: Int64) -> [UInt8] { withUnsafeBytes(of: number.littleEndian) { Array($0) } }

    // MARK: Metadata entries

    func entry<Contents: Decodable>(_ name: Name, as type: Contents.Type) throws(StoreError) -> Contents? {
        let statement = try connection.prepare("SELECT ZX_VALUE, ZX_SEAL FROM ZX_METADATA WHERE ZX_NAME = ?1")
        statement.bindTextCopy(name.rawValue, 1)
        guard try statement.step() else { return nil }
        let value = Array(statement.bytes(0))
        guard statement.integer(1) == Self.seal(Array(name.rawValue.utf8), value) else {
            throw damaged("ZX_METADATA", "the checksum of '\(name.rawValue)' is wrong")
        }
        do {
            return try JSONDecoder().decode(type, from: Data(value))
        } catch {
            throw damaged("ZX_METADATA", "'\(name.rawValue)' cannot be read: \(error)")
        }
    }

    func setEntry(_ name: Name, _ contents: (some Encodable)?) throws(StoreError) {
        guard let contents else {
            let statement = try connection.prepare("DELETE FROM ZX_METADATA WHERE ZX_NAME = ?1")
            statement.bindTextCopy(name.rawValue, 1)
            try statement.run()
            return
        }
        let value = try encoded(contents, name.rawValue)
        let statement = try connection.prepare(
            "INSERT OR REPLACE INTO ZX_METADATA (ZX_NAME, ZX_VALUE, ZX_SEAL) VALUES (?1, ?2, ?3)")
        statement.bindTextCopy(name.rawValue, 1)
        statement.bindBlobCopy(value, 2)
        statement.bind(Self.seal(Array(name.rawValue.utf8), value), 3)
        try statement.run()
    }

    func encoded(_ contents: some Encodable, _ name: String) throws(StoreError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(contents))
        } catch {
            throw StoreError(
                .unsupported,
                [.store: connection.settings.store, .reason: "'\(name)' cannot be written as JSON"], cause: error)
        }
    }

    // MARK: Watermark

    func watermark() throws(StoreError) -> CommitNumber {
        let statement = try connection.prepare("SELECT ZX_COMMIT, ZX_SEAL FROM ZX_WATERMARK WHERE ZX_ID = 1")
        guard try statement.step() else { throw damaged("ZX_WATERMARK", "there is no row") }
        return try Self.watermark(statement, self)
    }

    static func watermark(_ statement: Statement, _ metadataTables: MetadataTables) throws(StoreError) -> CommitNumber {
        let number = statement.integer(0)
        guard number >= 0, statement.integer(1) == seal(number) else {
            throw metadataTables.damaged("ZX_WATERMARK", "the checksum is wrong")
        }
        return CommitNumber(number)
    }

    // MARK: Layouts and peers

    func layouts() throws(StoreError) -> [RowLayoutDescriptor] {
        let statement = try connection.prepare(
            "SELECT ZX_NUMBER, ZX_DESCRIPTOR, ZX_SEAL FROM ZX_LAYOUT ORDER BY ZX_NUMBER")
        var result: [RowLayoutDescriptor] = []
        while try statement.step() {
            let number = statement.integer(0)
            let value = Array(statement.bytes(1))
            guard statement.integer(2) == Self.seal(Self.bytes(number), value) else {
                throw damaged("ZX_LAYOUT", "the checksum of layout \(number) is wrong")
            }
            do {
                let descriptor = try JSONDecoder().decode(RowLayoutDescriptor.self, from: Data(value))
                guard Int64(descriptor.number) == number else {
                    throw damaged("ZX_LAYOUT", "layout \(number) is another")
                }
                result.append(descriptor)
            } catch let error as StoreError {
                throw error
            } catch {
                throw damaged("ZX_LAYOUT", "layout \(number) cannot be read")
            }
        }
        return result
    }

    func add(_ layout: RowLayoutDescriptor) throws(StoreError) {
        let value = try encoded(layout, "layout \(layout.number)")
        let statement = try connection.prepare(
            "INSERT INTO ZX_LAYOUT (ZX_NUMBER, ZX_DESCRIPTOR, ZX_SEAL) VALUES (?1, ?2, ?3)")
        statement.bind(Int64(layout.number), 1)
        statement.bindBlobCopy(value, 2)
        statement.bind(Self.seal(Self.bytes(Int64(layout.number)), value), 3)
        try statement.run()
    }

    func peers() throws(StoreError) -> [PeerTable.Entry] {
        let statement = try connection.prepare(
            "SELECT ZX_NUMBER, ZX_STORE, ZX_ROOT, ZX_SEAL FROM ZX_PEER ORDER BY ZX_NUMBER")
        var result: [PeerTable.Entry] = []
        while try statement.step() {
            let number = statement.integer(0)
            let store = Array(statement.bytes(1))
            let root = Array(statement.bytes(2))
            guard number == Int64(result.count + 1), store.count == 16,
                statement.integer(3) == Self.seal(Self.bytes(number), store, root)
            else { throw damaged("ZX_PEER", "peer \(number) is not what was written") }
            let identifier = store.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
            result.append(PeerTable.Entry(store: identifier, root: String(decoding: root, as: UTF8.self)))
        }
        return result
    }

    func add(_ peer: PeerTable.Entry, number: Int) throws(StoreError) {
        let store = withUnsafeBytes(of: peer.store.uuid) { Array($0) }
        let statement = try connection.prepare(
            "INSERT INTO ZX_PEER (ZX_NUMBER, ZX_STORE, ZX_ROOT, ZX_SEAL) VALUES (?1, ?2, ?3, ?4)")
        statement.bind(Int64(number), 1)
        statement.bindBlobCopy(store, 2)
        statement.bindTextCopy(peer.root, 3)
        statement.bind(Self.seal(Self.bytes(Int64(number)), store, Array(peer.root.utf8)), 4)
        try statement.run()
    }
}
