#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
import Synchronization

/// Whether the person at the terminal asked the program to stop.
package enum Interruption {
    private static let asked = Atomic<Bool>(false)

    /// Turns the interrupt key and a polite request to end into a question that the program asks itself.
    ///
    /// Called again, the second request ends the program at once.
    package static func listen() {
        // The flag is made now: a signal handler must not be the first to touch it.
        asked.store(false, ordering: .relaxed)
        // A program that was started from a thread that blocks signals, such as a worker of Dispatch, inherits that.
        var numbers = sigset_t()
        sigemptyset(&numbers)
        for number in [SIGINT, SIGTERM] { sigaddset(&numbers, number) }
        pthread_sigmask(SIG_UNBLOCK, &numbers, nil)
        for number in [SIGINT, SIGTERM] {
            signal(number) { number in
                Interruption.asked.store(true, ordering: .relaxed)
                signal(number, SIG_DFL)
            }
        }
    }

    /// Whether a request came since `listen`.
    package static var isRequested: Bool { asked.load(ordering: .relaxed) }
}
