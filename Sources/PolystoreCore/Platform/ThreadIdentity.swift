import CPolystoreSystem
import Synchronization

/// The thread that runs code: the running one, or the thread that waits for it meanwhile.
///
/// Numbers are given out once and never reused, unlike the system's. Looking one up costs less than a nanosecond.
struct ThreadIdentity: Hashable, Sendable {
    /// The thread's number; never 0.
    let number: UInt
    /// Whether the main queue waits somewhere below on the thread's stack, so that its contexts may be used.
    let isOnMainQueue: Bool

    private static let next = Atomic<UInt>(1)

    /// The identity under which the running code acts.
    ///
    /// The thread's word holds twice the number, plus 1 on the main queue.
    @inline(__always)
    static var current: ThreadIdentity {
        let word = UInt(bitPattern: polystore_get_thread_word())
        return word == 0 ? first() : ThreadIdentity(number: word >> 1, isOnMainQueue: word & 1 != 0)
    }

    /// Gives the thread its number.
    @inline(never)
    private static func first() -> ThreadIdentity {
        let new = ThreadIdentity(
            number: next.wrappingAdd(1, ordering: .relaxed).oldValue, isOnMainQueue: false)
        new.take()
        return new
    }

    private func take() {
        polystore_set_thread_word(Int(bitPattern: number << 1 | (isOnMainQueue ? 1 : 0)))
    }

    /// Runs code under this identity: that of a thread which waits until the code has ended.
    func acting<Result>(_ body: () throws -> Result) rethrows -> Result {
        let own = Self.current
        guard own != self else { return try body() }
        take()
        defer { own.take() }
        return try body()
    }
}
