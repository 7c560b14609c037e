/// A row of a table where it lies on its page.
struct LeafCell {
    /// The row's key.
    let key: Int64
    /// The row's record.
    let record: UnsafeRawPointer
    /// The record's length; negative where it goes on on other pages.
    let length: Int

    /// The cell at a place of a leaf.
    @inline(__always)
    init(_ page: TreePage, _ place: Int) throws(PageTrouble) {
        var cell = try page.cell(place)
        let length = cell.variableNumber()
        key = cell.variableNumber()
        record = cell
        // What is longer than this has its rest on pages of its own.
        guard length >= 0, length <= page.usable - 35 else {
            self.length = -1
            return
        }
        guard cell + Int(length) <= page.base + page.usable else { throw .damaged(page: page.number) }
        self.length = Int(length)
    }

    /// The key alone.
    @inline(__always)
    static func key(_ page: TreePage, _ place: Int) throws(PageTrouble) -> Int64 {
        var cell = try page.cell(place)
        _ = cell.variableNumber()
        return cell.variableNumber()
    }
}
