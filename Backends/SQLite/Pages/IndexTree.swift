/// The tree of an index over one column: records of a value and a row's key, in the order of values.
struct IndexTree {
    let file: PageFile
    let root: UInt32

    private func page(_ number: UInt32) throws(PageTrouble) -> TreePage {
        try TreePage(number, try file.page(number), usable: file.usable, isTable: false)
    }

    /// The record of a cell.
    @inline(__always)
    private static func record(
        _ page: TreePage, _ place: Int
    ) throws(PageTrouble) -> (start: UnsafeRawPointer, length: Int) {
        var cell = try page.cell(place)
        if !page.isLeaf { cell += 4 }
        let length = cell.variableNumber()
        // Longer ones lie on several pages; numbers are never longer.
        guard length >= 3, length <= 64 else { throw .unknown }
        guard cell + Int(length) <= page.base + page.usable else { throw .damaged(page: page.number) }
        return (cell, Int(length))
    }

    /// The value of a cell.
    @inline(__always)
    private static func value(_ page: TreePage, _ place: Int) throws(PageTrouble) -> RecordValue {
        let record = try record(page, place).start
        // Short records have a header of three bytes: its length, and a byte for each of the two values.
        let header = record.load(as: UInt8.self)
        guard header == 3 else { throw .unknown }
        return RecordValue(start: record + 3, serial: Int(record.load(fromByteOffset: 1, as: UInt8.self)))
    }

    /// The key of a cell.
    @inline(__always)
    private static func key(_ page: TreePage, _ place: Int) throws(PageTrouble) -> Int64 {
        let value = try value(page, place)
        let length = try record(page, place).length
        let serial = Int((value.start - 1).load(as: UInt8.self))
        let size = value.serial < 10 ? RecordColumns.size(ofNumber: value.serial) : max(value.serial - 12, 0) >> 1
        guard serial < 10, serial != 7, 3 + size + RecordColumns.size(ofNumber: serial) <= length else {
            throw .damaged(page: page.number)
        }
        return RecordValue(start: value.start + size, serial: serial).integer
    }

    /// The first cell of a page that is not before a bound; without one, the first that has a value.
    ///
    /// Of the lower bound that is the first in the range, of the upper one the first behind it.
    private static func place(
        _ page: TreePage, _ bound: PageRange.Bound?, isLower: Bool
    ) throws(PageTrouble) -> Int {
        var (low, high) = (0, page.count)
        while low < high {
            let middle = (low + high) / 2
            let value = try value(page, middle)
            let isBefore =
                switch bound.map({ value.standing(to: $0.number) }) {
                case .missing, .less: true
                case .equal: bound?.isClosed != isLower
                case .greater: false
                case nil: value.isMissing
                }
            if isBefore { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Calls a closure with each run of cells of a range, in order; it says whether to go on.
    ///
    /// The closure keeps no pointer to the page. It may read on through the same pages when it has done with it.
    ///
    /// - Returns: Whether it went to the end.
    private func eachRun(
        _ range: PageRange, _ body: (TreePage, Range<Int>) throws(PageTrouble) -> Bool
    ) throws(PageTrouble) -> Bool {
        var progress = TableTree.Progress(pages: file.pageCount)
        return try eachRun(root, range, (true, true), depth: 0, &progress, body)
    }

    /// The same for a page and those below it; `edges` says whether the bounds may lie there.
    private func eachRun(
        _ number: UInt32, _ range: PageRange, _ edges: (lower: Bool, upper: Bool), depth: Int,
        _ progress: inout TableTree.Progress, _ body: (TreePage, Range<Int>) throws(PageTrouble) -> Bool
    ) throws(PageTrouble) -> Bool {
        let found = try page(number)
        guard depth < TableTree.depthLimit else { throw .damaged(page: number) }
        try progress.meet(number)
        var (first, end) = (0, found.count)
        if edges.lower { first = try Self.place(found, range.lower, isLower: true) }
        if edges.upper, let upper = range.upper { end = max(first, try Self.place(found, upper, isLower: false)) }
        if found.isLeaf {
            guard found.count > 0 || depth == 0 else { throw .damaged(page: number) }
            guard first < end else { return true }
            guard try body(found, first..<end) else { return false }
            file.trim()
            return true
        }
        for place in first...end {
            // Pages may go while others are read.
            let inner = try page(number)
            guard inner.count == found.count else { throw .damaged(page: number) }
            let below = (lower: edges.lower && place == first, upper: edges.upper && place == end)
            guard try eachRun(try inner.child(place), range, below, depth: depth + 1, &progress, body) else {
                return false
            }
            if place < end {
                guard try body(try page(number), place..<place + 1) else { return false }
            }
        }
        return true
    }

    /// Whether the last value is a text or data.
    func endsWithText() throws(PageTrouble) -> Bool {
        var page = try page(root)
        for _ in 0..<TableTree.depthLimit {
            if page.isLeaf { return page.count > 0 ? try Self.value(page, page.count - 1).serial > 9 : false }
            page = try self.page(try page.child(page.count))
        }
        throw .damaged(page: page.number)
    }

    /// The number of entries of a range, or more than a limit if there are more.
    ///
    /// - Complexity: A look at each page of the range.
    func count(_ range: PageRange, limit: Int = .max) throws(PageTrouble) -> Int {
        var count = 0
        _ = try eachRun(range) { (_, run) throws(PageTrouble) in
            count += run.count
            return count <= limit
        }
        return count
    }

    /// Calls a closure with the keys of a range, a run at a time, in the order of values and keys; it says whether to go on,
    /// and may read on through the same pages.
    func eachKeys(
        _ range: PageRange, _ keys: KeyList, _ body: () throws(PageTrouble) -> Bool
    ) throws(PageTrouble) -> Bool {
        try eachRun(range) { (page, run) throws(PageTrouble) in
            for place in run { keys.append(try Self.key(page, place)) }
            return try body()
        }
    }
}
