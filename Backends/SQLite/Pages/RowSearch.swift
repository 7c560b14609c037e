import CPolystorePrefetch

/// The search for the row of a key, one of some that go on in step: each asks for the memory that its next step reads.
struct RowSearch {
    /// The page that must be the leaf, and what it may hold.
    let step: TableTree.Step
    /// The page's bytes.
    let base: UnsafeRawPointer
    /// The leaf, once the page was looked at.
    private(set) var leaf: TreePage?
    /// Where the row is likely to be, then where it is; nil when it is not there.
    private(set) var place: Int?

    /// How many lines of memory most rows lie in.
    private static let rowLines = 3

    @inline(__always)
    init(_ step: TableTree.Step, _ base: UnsafeRawPointer) { (self.step, self.base) = (step, base) }

    /// Looks at the page, and asks for the cell where the key is likely.
    @inline(__always)
    mutating func enter(_ key: Int64, usable: Int) throws(PageTrouble) {
        let leaf = try TreePage(step.number, base, usable: usable, isTable: true)
        guard leaf.isLeaf else { throw .damaged(page: step.number) }
        self.leaf = leaf
        guard leaf.count > 0 else { return }
        let guess = step.guess(key, among: leaf.count)
        place = guess
        polystore_prefetch(try leaf.cell(guess), Self.rowLines)
    }

    /// Finds the key's place; false when it is not there.
    @inline(__always)
    mutating func end(_ key: Int64) throws(PageTrouble) -> Bool {
        guard let leaf, let guess = place else { return false }
        place = try TableTree.place(key, in: leaf, guess)
        guard let place else { return false }
        if place != guess { polystore_prefetch(try leaf.cell(place), Self.rowLines) }
        return true
    }
}
