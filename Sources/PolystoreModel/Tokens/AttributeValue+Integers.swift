extension Int: AttributeValue {
    /// A 64-bit integer.
    public static var attributeType: AttributeType { .integer64 }
    /// Zero.
    @inlinable public static var zeroValue: Int { 0 }
    /// False: a value is written as it is.
    @inlinable public static var writingCallsOut: Bool { false }

    /// Reads the integer.
    @inlinable public static func read(_ row: RowView, _ slot: RowSlot) -> Int {
        row.isMissing(slot) ? 0 : Int(truncatingIfNeeded: row.integer(slot))
    }

    /// Writes the integer.
    @inlinable public func write(to row: MutableRow, at index: Int) throws(ValueError) {
        try Int64(self).write(to: row, at: index)
    }

    /// Takes an integer.
    public init?(tagged value: Value) {
        guard case .integer(let integer) = value else { return nil }
        self.init(exactly: integer)
    }

    /// The tagged integer.
    public var tagged: Value { .integer(Int64(self)) }
}

extension Int64: AttributeValue {
    /// A 64-bit integer.
    public static var attributeType: AttributeType { .integer64 }
    /// Zero.
    @inlinable public static var zeroValue: Int64 { 0 }
    /// False: a value is written as it is.
    @inlinable public static var writingCallsOut: Bool { false }

    /// Reads the integer.
    @inlinable public static func read(_ row: RowView, _ slot: RowSlot) -> Int64 {
        row.isMissing(slot) ? 0 : row.integer(slot)
    }

    /// Writes the integer; a token of another width than the stored attribute refuses what does not fit.
    public func write(to row: MutableRow, at index: Int) throws(ValueError) {
        switch row.layout.slot(at: index).kind {
        case .integer64, .orderKey: row.setInteger(self, at: index)
        default: try row.set(.integer(self), at: index)
        }
    }

    /// Takes an integer.
    public init?(tagged value: Value) {
        guard case .integer(let integer) = value else { return nil }
        self = integer
    }

    /// The tagged integer.
    public var tagged: Value { .integer(self) }
}

extension Int32: AttributeValue {
    /// A 32-bit integer.
    public static var attributeType: AttributeType { .integer32 }
    /// Zero.
    @inlinable public static var zeroValue: Int32 { 0 }
    /// False: a value is written as it is.
    @inlinable public static var writingCallsOut: Bool { false }

    /// Reads the integer.
    @inlinable public static func read(_ row: RowView, _ slot: RowSlot) -> Int32 {
        row.isMissing(slot) ? 0 : Int32(truncatingIfNeeded: row.integer(slot))
    }

    /// Writes the integer.
    public func write(to row: MutableRow, at index: Int) throws(ValueError) {
        guard row.layout.slot(at: index).kind == .integer32 else {
            try row.set(.integer(Int64(self)), at: index)
            return
        }
        row.setInteger(Int64(self), at: index)
    }

    /// Takes an integer that fits.
    public init?(tagged value: Value) {
        guard case .integer(let integer) = value else { return nil }
        self.init(exactly: integer)
    }

    /// The tagged integer.
    public var tagged: Value { .integer(Int64(self)) }
}

extension Int16: AttributeValue {
    /// A 16-bit integer.
    public static var attributeType: AttributeType { .integer16 }
    /// Zero.
    @inlinable public static var zeroValue: Int16 { 0 }
    /// False: a value is written as it is.
    @inlinable public static var writingCallsOut: Bool { false }

    /// Reads the integer.
    @inlinable public static func read(_ row: RowView, _ slot: RowSlot) -> Int16 {
        row.isMissing(slot) ? 0 : Int16(truncatingIfNeeded: row.integer(slot))
    }

    /// Writes the integer.
    public func write(to row: MutableRow, at index: Int) throws(ValueError) {
        guard row.layout.slot(at: index).kind == .integer16 else {
            try row.set(.integer(Int64(self)), at: index)
            return
        }
        row.setInteger(Int64(self), at: index)
    }

    /// Takes an integer that fits.
    public init?(tagged value: Value) {
        guard case .integer(let integer) = value else { return nil }
        self.init(exactly: integer)
    }

    /// The tagged integer.
    public var tagged: Value { .integer(Int64(self)) }
}

extension Bool: AttributeValue {
    /// A boolean.
    public static var attributeType: AttributeType { .boolean }
    /// False.
    @inlinable public static var zeroValue: Bool { false }
    /// False: a value is written as it is.
    @inlinable public static var writingCallsOut: Bool { false }

    /// Reads the boolean.
    @inlinable public static func read(_ row: RowView, _ slot: RowSlot) -> Bool {
        !row.isMissing(slot) && row.integer(slot) != 0
    }

    /// Writes the boolean.
    public func write(to row: MutableRow, at index: Int) throws(ValueError) {
        guard row.layout.slot(at: index).kind == .boolean else {
            try row.set(.boolean(self), at: index)
            return
        }
        row.setInteger(self ? 1 : 0, at: index)
    }

    /// Takes a boolean.
    public init?(tagged value: Value) {
        guard case .boolean(let boolean) = value else { return nil }
        self = boolean
    }

    /// The tagged boolean.
    public var tagged: Value { .boolean(self) }
}
