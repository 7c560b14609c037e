import Foundation

/// A Swift type that attributes can have.
///
/// Implemented by the standard types, by `Optional` of them, by enumerations with raw values
/// (`extension Status: AttributeValue {}`) and, through `TransformableValue`, by any `Codable` type.
public protocol AttributeValue: Sendable {
    /// The kind of attribute that holds the values.
    static var attributeType: AttributeType { get }
    /// Whether a missing value is a value of the type.
    static var isOptionalType: Bool { get }
    /// What a getter returns when there is no value: the zero of the type.
    static var zeroValue: Self { get }

    /// Reads a slot that holds a value of the type's kind; a missing value reads as zero.
    static func read(_ row: RowView, _ slot: RowSlot) -> Self

    /// Reads data that was kept out of a row; nil when the type is not kept as data or the bytes are not its.
    static func read(deferred data: Data) -> Self?

    /// Whether a slot of the type's kind can hold what is no value of the type: bytes that its coder cannot read, a raw
    /// value without a case.
    ///
    /// False unless a type says otherwise, so that numbers and texts are read without a check.
    static var readingCanFail: Bool { get }

    /// Whether writing a value runs code of the program, a coder or a raw value, that may do anything to the object
    /// meanwhile.
    ///
    /// True unless a type says otherwise, and then nothing has to be held while its values are written.
    static var writingCallsOut: Bool { get }

    /// Reads a slot as `read` does, and throws where that takes the zero for what it cannot read.
    ///
    /// - Throws: `ValueError` with code `coding` or `unknownValue`.
    static func read(checking row: RowView, _ slot: RowSlot) throws(ValueError) -> Self

    /// Reads data that was kept out of a row.
    ///
    /// - Throws: `ValueError` with code `coding` when the bytes are not a value's.
    static func read(checkingDeferred data: Data) throws(ValueError) -> Self

    /// Writes the value into a slot of the type's kind.
    ///
    /// - Throws: `ValueError` when the value cannot be stored: NaN, or a coder's failure.
    func write(to row: MutableRow, at index: Int) throws(ValueError)

    /// Takes a tagged value; nil when it is not one of the type.
    init?(tagged value: Value)

    /// The tagged value.
    var tagged: Value { get throws(ValueError) }
}

extension AttributeValue {
    /// False: a plain type has no missing value.
    @inlinable public static var isOptionalType: Bool { false }

    /// Nil: a plain type is not kept as data.
    @inlinable public static func read(deferred data: Data) -> Self? { nil }

    /// False: every value of the slot's kind is one of the type.
    @inlinable public static var readingCanFail: Bool { false }

    /// True: a type of the user's may do anything.
    @inlinable public static var writingCallsOut: Bool { true }

    /// Reads the slot.
    @inlinable public static func read(checking row: RowView, _ slot: RowSlot) throws(ValueError) -> Self {
        read(row, slot)
    }

    /// Reads the data.
    public static func read(checkingDeferred data: Data) throws(ValueError) -> Self {
        guard let value = read(deferred: data) else { throw ValueError(.coding, expected: "\(Self.self)") }
        return value
    }
}
