import Dispatch
import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Whether the run is to end: set by a signal, on whatever thread it is handled.
enum Stop {
    static let isAsked = Atomic(false)

    /// Lets SIGINT and SIGTERM end the run between trials.
    ///
    /// - Returns: What handles them, as long as it is kept.
    static func handleSignals() -> [any DispatchSourceSignal] {
        [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { @Sendable in isAsked.store(true, ordering: .relaxed) }
            source.resume()
            return source
        }
    }
}
