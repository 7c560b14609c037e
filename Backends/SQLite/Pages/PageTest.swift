/// A condition on a column of a row, compared where the row lies.
struct PageTest {
    /// The position of the column in the reader's list.
    let position: Int32
    /// Which standings pass, a bit for each.
    let passing: UInt8
    let number: PageNumber

    @inline(__always)
    func passes(_ row: some StoredRow) -> Bool {
        passing >> row.value(position).standing(to: number).rawValue & 1 == 1
    }

    /// The bits of standings.
    static func bits(_ standings: PageNumber.Standing...) -> UInt8 {
        standings.reduce(0) { $0 | 1 << $1.rawValue }
    }
}
