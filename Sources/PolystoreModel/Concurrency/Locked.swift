#if !THREAD_SANITIZER
    import Synchronization

    /// A value that is read and written only while its lock is held.
    ///
    /// The lock is the standard library's. It works inside a library that the thread sanitizer does not see into, which
    /// therefore reports every contended use as a race; built with `THREAD_SANITIZER`, another lock stands in for it.
    // Usable from inline: else its members are inlinable in name only, and each use asks the runtime where in the lock the
    // value lies.
    @usableFromInline package struct Locked<Value>: ~Copyable, Sendable {
        @usableFromInline let mutex: Mutex<Value>

        @inlinable package init(_ value: consuming sending Value) { mutex = Mutex(value) }

        /// Runs `body` while no other thread touches the value.
        ///
        /// Not re-entrant.
        @inlinable @inline(__always) package borrowing func withLock<Result, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
            try mutex.withLock(body)
        }
    }
#endif
