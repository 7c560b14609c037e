import PolystoreRecordLayer

/// The fingers on the trees of a transaction, one for each table.
struct TableFingers: ~Copyable {
    // Plain memory: every save has a transaction, and an array would ask for descriptions of types.
    private let fingers = UnsafeMutablePointer<TreeFinger>.allocate(capacity: EngineTable.allCases.count)

    init() { fingers.initialize(repeating: TreeFinger(), count: EngineTable.allCases.count) }

    // Fingers refer to nothing that would have to be given back.
    deinit { fingers.deallocate() }

    subscript(table: EngineTable) -> TreeFinger {
        @inline(__always) _read { yield fingers[Int(table.rawValue)] }
        @inline(__always) nonmutating _modify { yield &fingers[Int(table.rawValue)] }
    }

    /// Takes all fingers off.
    func drop() { fingers.update(repeating: TreeFinger(), count: EngineTable.allCases.count) }
}
