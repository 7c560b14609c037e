import Foundation

extension Optional: AttributeValue where Wrapped: AttributeValue {
    /// The kind of the wrapped type.
    public static var attributeType: AttributeType { Wrapped.attributeType }
    /// True.
    @inlinable public static var isOptionalType: Bool { true }
    /// Nil.
    @inlinable public static var zeroValue: Wrapped? { nil }

    /// Reads the value; nil when missing.
    @inlinable public static func read(_ row: RowView, _ slot: RowSlot) -> Wrapped? {
        row.isMissing(slot) ? nil : Wrapped.read(row, slot)
    }

    /// What the wrapped type says.
    @inlinable public static var readingCanFail: Bool { Wrapped.readingCanFail }
    /// Whether writing a value of the type runs code of the program.
    @inlinable public static var writingCallsOut: Bool { Wrapped.writingCallsOut }

    /// Reads the value; nil when missing.
    @inlinable public static func read(checking row: RowView, _ slot: RowSlot) throws(ValueError) -> Wrapped? {
        row.isMissing(slot) ? nil : try Wrapped.read(checking: row, slot)
    }

    /// Reads data that was kept out of a row.
    public static func read(checkingDeferred data: Data) throws(ValueError) -> Wrapped? {
        try Wrapped.read(checkingDeferred: data)
    }

    /// Reads data that was kept out of a row.
    public static func read(deferred data: Data) -> Wrapped?? { Wrapped.read(deferred: data).map(Optional.some) }

    /// Writes the value; nil clears the slot.
    public func write(to row: MutableRow, at index: Int) throws(ValueError) {
        switch self {
        case .some(let value): try value.write(to: row, at: index)
        case .none: row.setMissing(at: index)
        }
    }

    /// Takes a tagged value; a missing one is nil.
    public init?(tagged value: Value) {
        if value.isMissing {
            self = Optional<Wrapped>.none
            return
        }
        guard let wrapped = Wrapped(tagged: value) else { return nil }
        self = wrapped
    }

    /// The tagged value.
    public var tagged: Value {
        get throws(ValueError) {
            switch self {
            case .some(let value): try value.tagged
            case .none: .missing
            }
        }
    }
}
