import CPolystoreSQLite

/// What is asked of each row, as plain memory: looked at for every row, without counting references.
final class PageFilter {
    private let tests: UnsafeMutableBufferPointer<PageTest>
    /// The numbers of the entities that are wanted; none where all are.
    private let entities: UnsafeMutableBufferPointer<Int64>
    private let asksForEntities: Bool
    /// How many columns of a record are needed.
    let columnCount: Int

    init(_ tests: [PageTest], entities: Set<Int64>?, columnCount: Int) {
        self.tests = .allocate(capacity: tests.count)
        _ = self.tests.initialize(from: tests)
        self.entities = .allocate(capacity: entities?.count ?? 0)
        _ = self.entities.initialize(from: entities ?? [])
        asksForEntities = entities != nil
        self.columnCount = columnCount
    }

    deinit {
        tests.deallocate()
        entities.deallocate()
    }

    /// Whether every row passes.
    var isEmpty: Bool { tests.isEmpty && !asksForEntities }

    @inline(__always)
    func passes(_ row: some StoredRow) -> Bool {
        for place in 0..<tests.count where !tests[place].passes(row) { return false }
        guard asksForEntities else { return true }
        let stored = row.value(1)
        guard stored.type == SQLITE_INTEGER else { return false }
        let entity = stored.integer
        for place in 0..<entities.count where entities[place] == entity { return true }
        return false
    }
}
