#if THREAD_SANITIZER
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #elseif canImport(Darwin)
        import Darwin
    #endif

    /// A value that is read and written only while its lock is held: with a lock that the thread sanitizer knows.
    // SAFETY: the value is touched only in `withLock`, by the one thread that holds the lock.
    package struct Locked<Value>: ~Copyable, @unchecked Sendable {
        private let lock: UnsafeMutablePointer<pthread_mutex_t>
        private let value: UnsafeMutablePointer<Value>

        package init(_ value: consuming sending Value) {
            lock = .allocate(capacity: 1)
            pthread_mutex_init(lock, nil)
            self.value = .allocate(capacity: 1)
            self.value.initialize(to: value)
        }

        deinit {
            pthread_mutex_destroy(lock)
            lock.deallocate()
            value.deinitialize(count: 1)
            value.deallocate()
        }

        /// Runs `body` while no other thread touches the value.
        ///
        /// Not re-entrant.
        package borrowing func withLock<Result, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
            pthread_mutex_lock(lock)
            defer { pthread_mutex_unlock(lock) }
            return try body(&value.pointee)
        }
    }
#endif
