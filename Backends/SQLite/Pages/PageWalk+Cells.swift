import PolystoreModel
import PolystoreStorage

extension PageWalk {
    /// How many keys of an index are looked up before rows are handed out.
    static let keyLimit = 256

    /// Whether a row passes a filter.
    @inline(__always)
    func passes(_ cell: LeafCell, _ filter: PageFilter) throws(PageTrouble) -> Bool {
        if filter.isEmpty { return true }
        if let row = row(cell, filter.columnCount) { return filter.passes(row) }
        return try ask(cell.key) { (row) throws(PageTrouble) in filter.passes(row) } ?? false
    }

    /// Calls a closure with each row of a way where it lies, whether or not it passes; it says whether to go on.
    @inline(__always)
    func eachCell(
        _ way: Way, _ body: (LeafCell) throws(PageTrouble) -> Bool, between: () throws(PageTrouble) -> Bool
    ) throws(PageTrouble) -> Bool {
        guard let range = way.range else {
            return try tree.eachLeaf { (page) throws(PageTrouble) in
                for place in 0..<page.count {
                    guard try body(try LeafCell(page, place)) else { return false }
                }
                return true
            } between: { () throws(PageTrouble) in
                try between()
            }
        }
        let list = KeyList()
        var goesOn = true
        func lookUp() throws(PageTrouble) -> Bool {
            try list.take { (keys) throws(PageTrouble) in
                try tree.each(keys, mustExist: true) { (cell) throws(PageTrouble) in
                    if goesOn { goesOn = try body(cell) }
                }
            }
            return goesOn ? try between() : false
        }
        let went = try range.tree.eachKeys(range.range, list) { () throws(PageTrouble) in
            list.count < Self.keyLimit ? true : try lookUp()
        }
        return went ? try lookUp() : false
    }
}
