/// A value as SQLite keeps it, wherever it was read.
protocol StoredValue {
    /// The engine's code of the value's type, such as `SQLITE_INTEGER`.
    var type: Int32 { get }
    /// Whether there is no value: that is asked for where a value reads as zero or as no bytes.
    var isMissing: Bool { get }
    var integer: Int64 { get }
    var double: Double { get }
    /// The bytes of a text or blob.
    var bytes: UnsafeRawBufferPointer { get }
    /// How the value stands to a number.
    func standing(to number: PageNumber) -> PageNumber.Standing
}

extension StoredValue {
    func standing(to number: PageNumber) -> PageNumber.Standing { number.standing(of: self) }
}
