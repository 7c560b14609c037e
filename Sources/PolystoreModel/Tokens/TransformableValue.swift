import Foundation

/// A type whose values are kept as the bytes that a coder makes of them.
///
/// `extension Colour: TransformableValue {}` is all that a `Codable` type needs: its values are kept as JSON with sorted
/// keys. Other types, or other bytes, implement the two coding functions. Values have value semantics: changing one
/// that was read changes nothing until it is set again.
public protocol TransformableValue: AttributeValue {
    /// The bytes of a value.
    static func encode(_ value: Self) throws -> Data
    /// The value of bytes that `encode` made.
    static func decode(_ data: Data) throws -> Self
}

extension TransformableValue where Self: Codable {
    /// JSON with sorted keys.
    public static func encode(_ value: Self) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return try encoder.encode(value)
    }

    /// Reads JSON.
    public static func decode(_ data: Data) throws -> Self { try JSONDecoder().decode(Self.self, from: data) }
}

extension TransformableValue {
    /// A transformable attribute.
    public static var attributeType: AttributeType { .transformable }

    /// True: a coder can find other bytes than its own.
    @inlinable public static var readingCanFail: Bool { true }

    /// Reads the value; bytes that are not a value's read as zero.
    public static func read(_ row: RowView, _ slot: RowSlot) -> Self {
        row.isMissing(slot) ? zeroValue : read(deferred: Data(row.variable(slot))) ?? zeroValue
    }

    /// Reads bytes; nil when they are not a value's.
    public static func read(deferred data: Data) -> Self? {
        // Callers that report the reason use the checking functions.
        try? decode(data)
    }

    /// Reads the value.
    public static func read(checking row: RowView, _ slot: RowSlot) throws(ValueError) -> Self {
        row.isMissing(slot) ? zeroValue : try read(checkingDeferred: Data(row.variable(slot)))
    }

    /// Reads bytes.
    public static func read(checkingDeferred data: Data) throws(ValueError) -> Self {
        do {
            return try decode(data)
        } catch {
            throw ValueError(.coding, expected: "\(Self.self)", cause: error)
        }
    }

    /// Writes the value's bytes.
    public func write(to row: MutableRow, at index: Int) throws(ValueError) { try row.set(tagged, at: index) }

    /// Takes bytes.
    public init?(tagged value: Value) {
        guard case .data(let data) = value, let decoded = Self.read(deferred: data) else { return nil }
        self = decoded
    }

    /// The tagged bytes.
    public var tagged: Value {
        get throws(ValueError) {
            do {
                return .data(try Self.encode(self))
            } catch {
                throw ValueError(.coding, expected: "\(Self.self)", cause: error)
            }
        }
    }
}
