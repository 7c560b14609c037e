/// Numbers without a sign, kept in attributes with one: `Attribute<UInt16>("port", .stored(as: .integer32))`.
///
/// A number that does not fit the attribute is refused when it is set, and one below zero that another program stored
/// when it is read, each with a typed error.
extension AttributeValue where Self: UnsignedInteger & FixedWidthInteger {
    /// Zero.
    @inlinable public static var zeroValue: Self { 0 }

    /// True: a stored number may be below zero, or too large.
    @inlinable public static var readingCanFail: Bool { true }

    /// Reads the integer; one that is none of the type reads as zero.
    @inlinable public static func read(_ row: RowView, _ slot: RowSlot) -> Self {
        row.isMissing(slot) ? 0 : Self(exactly: row.integer(slot)) ?? 0
    }

    /// Reads the integer.
    ///
    /// - Throws: `ValueError` with code `unknownValue` for one that is none of the type.
    @inlinable public static func read(checking row: RowView, _ slot: RowSlot) throws(ValueError) -> Self {
        if row.isMissing(slot) { return 0 }
        guard let value = Self(exactly: row.integer(slot)) else {
            throw ValueError(.unknownValue, expected: "\(Self.self)")
        }
        return value
    }

    /// Writes the integer.
    ///
    /// - Throws: `ValueError` with code `outOfRange` when the attribute cannot hold it.
    public func write(to row: MutableRow, at index: Int) throws(ValueError) { try row.set(try tagged, at: index) }

    /// Takes an integer that fits.
    public init?(tagged value: Value) {
        guard case .integer(let integer) = value else { return nil }
        self.init(exactly: integer)
    }

    /// The tagged integer.
    ///
    /// - Throws: `ValueError` with code `outOfRange` for one that no attribute can hold.
    public var tagged: Value {
        get throws(ValueError) {
            guard let integer = Int64(exactly: self) else { throw ValueError(.outOfRange, expected: "Int64") }
            return .integer(integer)
        }
    }
}

extension UInt8: AttributeValue {
    /// A 16-bit integer, which holds all of them.
    public static var attributeType: AttributeType { .integer16 }
}

extension UInt16: AttributeValue {
    /// A 32-bit integer, which holds all of them.
    public static var attributeType: AttributeType { .integer32 }
}

extension UInt32: AttributeValue {
    /// A 64-bit integer, which holds all of them.
    public static var attributeType: AttributeType { .integer64 }
}

extension UInt64: AttributeValue {
    /// A 64-bit integer, which holds the lower half.
    public static var attributeType: AttributeType { .integer64 }
}

extension UInt: AttributeValue {
    /// A 64-bit integer, which holds the lower half.
    public static var attributeType: AttributeType { .integer64 }
}
