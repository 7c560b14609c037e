import Foundation

extension Double: AttributeValue {
    /// A double.
    public static var attributeType: AttributeType { .double }
    /// Zero.
    @inlinable public static var zeroValue: Double { 0 }
    /// False: a value is written as it is.
    @inlinable public static var writingCallsOut: Bool { false }

    /// Reads the number.
    @inlinable public static func read(_ row: RowView, _ slot: RowSlot) -> Double {
        row.isMissing(slot) ? 0 : row.double(slot)
    }

    /// Writes the number; NaN is refused, −0 becomes 0.
    public func write(to row: MutableRow, at index: Int) throws(ValueError) {
        guard !isNaN, row.layout.slot(at: index).kind == .double else {
            try row.set(.double(self), at: index)
            return
        }
        row.setDouble(self, at: index)
    }

    /// Takes a number.
    public init?(tagged value: Value) {
        guard case .double(let number) = value else { return nil }
        self = number
    }

    /// The tagged number.
    public var tagged: Value { .double(self) }
}

extension Float: AttributeValue {
    /// A float.
    public static var attributeType: AttributeType { .float }
    /// Zero.
    @inlinable public static var zeroValue: Float { 0 }
    /// False: a value is written as it is.
    @inlinable public static var writingCallsOut: Bool { false }

    /// Reads the number.
    @inlinable public static func read(_ row: RowView, _ slot: RowSlot) -> Float {
        row.isMissing(slot) ? 0 : Float(row.double(slot))
    }

    /// Writes the number; NaN is refused, −0 becomes 0.
    @inlinable public func write(to row: MutableRow, at index: Int) throws(ValueError) {
        try row.set(.double(Double(self)), at: index)
    }

    /// Takes a number, rounded to single precision.
    public init?(tagged value: Value) {
        guard case .double(let number) = value else { return nil }
        self = Float(number)
    }

    /// The tagged number, widened exactly.
    public var tagged: Value { .double(Double(self)) }
}

extension Decimal: AttributeValue {
    /// A decimal.
    public static var attributeType: AttributeType { .decimal }
    /// Zero.
    public static var zeroValue: Decimal { 0 }

    /// Reads the number.
    public static func read(_ row: RowView, _ slot: RowSlot) -> Decimal {
        row.isMissing(slot) ? 0 : DecimalEncoding.decode(row.variable(slot)) ?? 0
    }

    /// Writes the number; NaN is refused.
    public func write(to row: MutableRow, at index: Int) throws(ValueError) { try row.set(.decimal(self), at: index) }

    /// Takes a decimal.
    public init?(tagged value: Value) {
        guard case .decimal(let number) = value else { return nil }
        self = number
    }

    /// The tagged number.
    public var tagged: Value { .decimal(self) }
}

extension Date: AttributeValue {
    /// A date.
    public static var attributeType: AttributeType { .date }
    /// The reference date, 2001-01-01T00:00:00Z.
    public static var zeroValue: Date { Date(timeIntervalSinceReferenceDate: 0) }
    /// False: a value is written as it is.
    @inlinable public static var writingCallsOut: Bool { false }

    /// Reads the date.
    public static func read(_ row: RowView, _ slot: RowSlot) -> Date {
        Date(timeIntervalSinceReferenceDate: row.isMissing(slot) ? 0 : row.double(slot))
    }

    /// Writes the date.
    public func write(to row: MutableRow, at index: Int) throws(ValueError) {
        let seconds = timeIntervalSinceReferenceDate
        guard !seconds.isNaN, row.layout.slot(at: index).kind == .date else {
            try row.set(.date(self), at: index)
            return
        }
        row.setDouble(seconds, at: index)
    }

    /// Takes a date.
    public init?(tagged value: Value) {
        guard case .date(let date) = value else { return nil }
        self = date
    }

    /// The tagged date.
    public var tagged: Value { .date(self) }
}
