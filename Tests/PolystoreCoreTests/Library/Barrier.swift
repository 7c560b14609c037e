import Foundation

/// Lets a number of threads go on once all have come.
final class Barrier: Sendable {
    private let condition = NSCondition()
    // SAFETY: read and written only between `lock` and `unlock` of the condition.
    nonisolated(unsafe) private var missing: Int

    init(_ count: Int) { missing = count }

    func wait() {
        condition.lock()
        defer { condition.unlock() }
        missing -= 1
        if missing == 0 { condition.broadcast() }
        while missing > 0 { condition.wait() }
    }
}
