import Foundation

/// An enumeration with raw values is stored as its raw value: `extension Status: AttributeValue {}` is all it takes
/// when it is `CaseIterable`; the first case is its zero, and what a raw value without a case reads as.
extension RawRepresentable where Self: AttributeValue, RawValue: AttributeValue {
    /// The kind of the raw values.
    public static var attributeType: AttributeType { RawValue.attributeType }

    /// Reads the raw value.
    public static func read(_ row: RowView, _ slot: RowSlot) -> Self {
        row.isMissing(slot) ? zeroValue : Self(rawValue: RawValue.read(row, slot)) ?? zeroValue
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
