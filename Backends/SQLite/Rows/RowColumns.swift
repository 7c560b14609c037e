import CPolystoreSQLite

/// The columns of a row, as a reader of rows takes them: those of a statement, or the arguments of a function.
protocol RowColumns {
    func value(_ column: Int32) -> ColumnValue
    func integer(_ column: Int32) -> Int64
    func isNull(_ column: Int32) -> Bool
    func bytes(_ column: Int32) -> UnsafeRawBufferPointer
}

extension Statement: RowColumns {}

/// The arguments of a function behind the first one, which are the columns of a row.
struct FunctionColumns: RowColumns {
    let arguments: FunctionValue.Arguments

    @inline(__always)
    func value(_ column: Int32) -> ColumnValue { ColumnValue(handle: arguments[Int(column) + 1]) }
    @inline(__always)
    func integer(_ column: Int32) -> Int64 { value(column).integer }
    @inline(__always)
    func isNull(_ column: Int32) -> Bool { value(column).isMissing }
    @inline(__always)
    func bytes(_ column: Int32) -> UnsafeRawBufferPointer { value(column).bytes }
}
