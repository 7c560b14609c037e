#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The running thread, to be compared only.
struct RunningThread: Equatable {
    private let thread = pthread_self()

    /// Whether a call comes from this thread.
    var isRunning: Bool { pthread_equal(thread, pthread_self()) != 0 }

    static func == (left: RunningThread, right: RunningThread) -> Bool {
        pthread_equal(left.thread, right.thread) != 0
    }
}
