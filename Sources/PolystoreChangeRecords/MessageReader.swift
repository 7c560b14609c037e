import Foundation
import PolystoreModel
import PolystoreStorage

/// Reads the fields of one message, one after another.
struct MessageReader {
    private let bytes: UnsafeRawBufferPointer
    private let offset: Int
    private var position = 0

    /// - Parameters:
    ///   - bytes: The message.
    ///   - offset: The offset of the message in the record, for errors.
    init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        self.bytes = bytes
        self.offset = offset
    }

    /// Whether all was read.
    var isAtEnd: Bool { position == bytes.count }

    /// The error for something that no writer writes.
    func damaged(_ reason: String) -> ChangeSetError {
        ChangeSetError(.damaged, [.offset: "\(offset)", .reason: reason])
    }

    /// Throws when something is left of the message.
    func requireEnd() throws(ChangeSetError) {
        if !isAtEnd { throw damaged("bytes behind a message") }
    }

    /// The next bytes; valid while the message is.
    mutating func take(_ count: Int) throws(ChangeSetError) -> UnsafeRawBufferPointer {
        guard count >= 0, count <= bytes.count - position else { throw damaged("a message that is too short") }
        defer { position += count }
        return UnsafeRawBufferPointer(rebasing: bytes[position..<(position + count)])
    }

    /// The rest of the message, which is not passed over.
    var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[position...]) }

    /// An integer, its lowest byte first.
    mutating func integer<Integer: FixedWidthInteger & BitwiseCopyable>(
        _ type: Integer.Type = Integer.self
    ) throws(ChangeSetError) -> Integer {
        Integer(littleEndian: try take(MemoryLayout<Integer>.size).loadUnaligned(as: Integer.self))
    }

    /// A byte that is 0 or 1.
    mutating func flag() throws(ChangeSetError) -> Bool {
        switch try integer(UInt8.self) {
        case 0: false
        case 1: true
        default: throw damaged("a flag")
        }
    }

    /// The number of elements that follow, each of which takes some bytes at least.
    mutating func count(ofAtLeast size: Int) throws(ChangeSetError) -> Int {
        let count = Int(try integer(UInt32.self))
        guard count <= (bytes.count - position) / size else { throw damaged("a number of elements") }
        return count
    }

    /// A text.
    mutating func text() throws(ChangeSetError) -> String {
        let length = Int(try integer(UInt32.self))
        guard let text = String(validating: try take(length), as: UTF8.self) else { throw damaged("a text") }
        return text
    }

    /// A text that may be missing.
    mutating func optionalText() throws(ChangeSetError) -> String? { try flag() ? try text() : nil }

    /// A UUID.
    mutating func uuid() throws(ChangeSetError) -> UUID {
        UUID(uuid: try take(16).loadUnaligned(as: uuid_t.self))
    }
}
