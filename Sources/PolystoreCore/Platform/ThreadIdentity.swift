#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import Synchronization

/// Who runs code: the thread itself, or the thread that waits for it meanwhile.
///
/// Numbers are given out once and never reused, unlike the system's. Looking one up costs about two nanoseconds.
struct ThreadIdentity: Hashable, Sendable {
    /// The thread's number; never 0.
    let number: UInt
    /// Whether the main queue waits somewhere below on the thread's stack, so that its contexts may be used.
    let isOnMainQueue: Bool

    private static let next = Atomic<UInt>(1)

    /// The key of the threads' own values: twice the number, plus 1 on the main queue.
    static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, nil)
        precondition(status == 0, "the process has no thread-specific value left")
        return key
    }()

    /// The identity under which the running code acts.
    static var current: ThreadIdentity { current(key) }

    /// The same for those who ask again and again and keep the key: whether it was made is not asked each time.
    @inline(__always)
    static func current(_ key: pthread_key_t) -> ThreadIdentity {
        let held = UInt(bitPattern: pthread_getspecific(key))
        return held == 0 ? first() : ThreadIdentity(number: held >> 1, isOnMainQueue: held & 1 != 0)
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
        let value = UnsafeMutableRawPointer(bitPattern: number << 1 | (isOnMainQueue ? 1 : 0))
        let status = pthread_setspecific(Self.key, value)
        precondition(status == 0, "the process has no memory left for a thread-specific value")
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
