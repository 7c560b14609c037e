import CPolystoreLMDB
import PolystoreRecordLayer

/// How many pages a write transaction may take at most, from what the library documents of its trees: which pages it took,
/// the library does not tell.
struct PageUse {
    /// What a transaction did to one table.
    private struct Table {
        /// The pages of the tree when it was first written.
        let before: Int
        /// The pages of values that have pages of their own, then.
        let largeBefore: Int
        var changes = 0
        /// The pages of values that came and have pages of their own.
        var large = 0
    }

    private var tables = [Table?](repeating: nil, count: EngineTable.allCases.count)

    /// Notes a table, before it is written first.
    mutating func begin(_ table: EngineTable, _ status: MDB_stat) {
        if tables[Int(table.rawValue)] == nil {
            tables[Int(table.rawValue)] = Table(before: status.pages, largeBefore: status.ms_overflow_pages)
        }
    }

    /// Notes a change of a key, and the length of its new value.
    @inline(__always)
    mutating func note(_ table: EngineTable, valueLength: Int, pageSize: Int) {
        tables[Int(table.rawValue)]?.changes += 1
        // A leaf holds two entries at least: what is longer lies in pages of its own.
        if valueLength > pageSize / 2 - 64 {
            tables[Int(table.rawValue)]?.large += (valueLength + 16 + pageSize - 1) / pageSize
        }
    }

    /// Adds what a transaction inside of this one did.
    mutating func add(_ inner: PageUse) {
        for (place, table) in inner.tables.enumerated() {
            guard let table else { continue }
            guard let mine = tables[place] else {
                tables[place] = table
                continue
            }
            tables[place]?.changes = mine.changes + table.changes
            tables[place]?.large = mine.large + table.large
        }
    }

    /// The most pages that the commit may write behind those that are in use.
    ///
    /// - Parameters:
    ///   - used: The pages up to the last one in use before the transaction.
    ///   - pageSize: The bytes of a page.
    ///   - status: Tells of a table as the transaction leaves it.
    /// - Returns: The number of pages.
    /// - Throws: The errors of `status`.
    func pages<Failure: Error>(
        used: Int, pageSize: Int, _ status: (EngineTable) throws(Failure) -> MDB_stat
    ) throws(Failure) -> Int {
        // The tree of tables, and its page for each of them that changed.
        var (new, freed) = (4 + tables.count, 4 + tables.count)
        for table in EngineTable.allCases {
            guard let use = tables[Int(table.rawValue)] else { continue }
            let after = try status(table)
            // A change copies the pages from the root to its leaf, and parts or joins each of them at most.
            let copied = use.changes * (2 * Int(after.ms_depth) + 1)
            let whole = use.before + after.pages
            new += min(copied, whole) + use.large
            freed += min(copied, whole) + max(0, use.largeBefore + use.large - after.ms_overflow_pages)
        }
        // The numbers of free pages are in pages themselves, and are written anew; no page is free twice.
        let free = (freed + used) / max(1, pageSize / MemoryLayout<Int>.size - 4)
        return new + min(free, freed + used) + 8
    }
}

extension MDB_stat {
    /// The pages of a tree.
    fileprivate var pages: Int { ms_branch_pages + ms_leaf_pages + ms_overflow_pages }
}
