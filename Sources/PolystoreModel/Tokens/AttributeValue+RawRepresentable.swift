import Foundation

/// An enumeration with raw values is stored as its raw value: `extension Status: AttributeValue {}` is all it takes
/// when it is `CaseIterable`; the first case is its zero. An object with a raw value that no case has becomes inaccessible
/// when the value is read.
extension RawRepresentable where Self: AttributeValue, RawValue: AttributeValue {
    /// The kind of the raw values.
    public static var attributeType: AttributeType { RawValue.attributeType }

    /// True: a raw value may have no case.
    @inlinable public static var readingCanFail: Bool { true }

    /// Reads the raw value; one without a case reads as zero.
    @inlinable public static func read(_ row: RowView, _ slot: RowSlot) -> Self {
        row.isMissing(slot) ? zeroValue : Self(rawValue: RawValue.read(row, slot)) ?? zeroValue
    }

    /// Reads the raw value.
    @inlinable public static func read(checking row: RowView, _ slot: RowSlot) throws(ValueError) -> Self {
        if row.isMissing(slot) { return zeroValue }
        guard let value = Self(rawValue: try RawValue.read(checking: row, slot)) else {
            throw ValueError(.unknownValue, expected: "\(Self.self)")
        }
        return value
    }

    /// Reads a raw value that was kept out of a row.
    public static func read(deferred data: Data) -> Self? {
        RawValue.read(deferred: data).flatMap { Self(rawValue: $0) }
    }

    /// Reads a raw value that was kept out of a row.
    public static func read(checkingDeferred data: Data) throws(ValueError) -> Self {
        guard let value = Self(rawValue: try RawValue.read(checkingDeferred: data)) else {
            throw ValueError(.unknownValue, expected: "\(Self.self)")
        }
        return value
    }

    /// Writes the raw value.
    public func write(to row: MutableRow, at index: Int) throws(ValueError) { try rawValue.write(to: row, at: index) }

    /// Takes a tagged raw value.
    public init?(tagged value: Value) {
        guard let raw = RawValue(tagged: value) else { return nil }
        self.init(rawValue: raw)
    }

    /// The tagged raw value.
    public var tagged: Value { get throws(ValueError) { try rawValue.tagged } }
}

extension AttributeValue where Self: CaseIterable {
    /// The first case.
    public static var zeroValue: Self {
        guard let first = allCases.first else { preconditionFailure("an enumeration without cases has no values") }
        return first
    }
}
