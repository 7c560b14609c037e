import PolystoreModel

/// The seal of a row: the layout's number in the upper half, the row's checksum in the lower.
enum RowSeal {
    static func seal(_ row: RowView) -> Int64 {
        Int64(row.layout.number) << 32 | Int64(RowHeader.checksum(row.base))
    }
}
