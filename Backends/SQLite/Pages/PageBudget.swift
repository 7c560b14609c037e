import PolystoreModel
import Synchronization

/// The memory for pages that the readers of a store share.
///
/// Each takes as much as the others leave. When all of it is taken, those that have not read lately let go of their pages,
/// and the others of what is more than an equal share; so a snapshot that is held, but not read, does not make the next one
/// read every page again and again.
final class PageBudget: Sendable {
    private let bytes: Atomic<Int>
    private let used = Atomic<Int>(0)
    private let passes = Atomic<Int>(0)
    private let holders = Protected<[any PageHolder]>([])

    /// After how many times that room was made a reader has not read lately.
    private static let patience = 16

    /// Memory of which nothing is used yet, of so many bytes.
    init(limit: Int) { bytes = Atomic(limit) }

    /// The bytes of all pages together.
    var limit: Int {
        get { bytes.load(ordering: .relaxed) }
        set { bytes.store(newValue, ordering: .relaxed) }
    }

    /// The bytes of the pages that are in memory.
    var usedBytes: Int { used.load(ordering: .relaxed) }

    /// Whether there are too many.
    @inline(__always) var isExceeded: Bool { usedBytes > limit }

    /// How often room was made.
    @inline(__always) var pass: Int { passes.load(ordering: .relaxed) }

    /// Notes memory that a reader takes, or gives back.
    func note(_ change: Int) { used.wrappingAdd(change, ordering: .relaxed) }

    /// Adds one of those who share.
    func add(_ holder: any PageHolder) { holders.withLock { $0.append(holder) } }

    /// Removes one of them.
    func remove(_ holder: any PageHolder) { holders.withLock { $0.removeAll { $0 === holder } } }

    /// Makes room for more pages of a file, in whose own pages nobody looks.
    ///
    /// Where others are reading, there may be too many pages until they make room themselves.
    func makeRoom(for file: PageFile) {
        let pass = passes.wrappingAdd(1, ordering: .relaxed).newValue
        let holders = holders.withLock { $0 }
        // Whoever is reading has pages, this file's reader too.
        var count = 0
        for holder in holders {
            let isIdle = holder.withIdlePages { other in
                if pass - other.lastPass > Self.patience { other.letGo(downTo: 0) }
                if other.byteCount > 0 { count += 1 }
            }
            if !isIdle { count += 1 }
        }
        let share = limit / max(count, 1)
        let room = limit / 8 * 7
        for holder in holders where usedBytes > room { _ = holder.withIdlePages { $0.letGo(downTo: share) } }
        let others = usedBytes - file.byteCount
        file.letGo(downTo: max(room - others, share / 8 * 7))
    }
}
