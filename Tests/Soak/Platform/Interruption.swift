import Dispatch
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What a signal does that ends the run before its time.
enum Interruption {
    /// Lets SIGINT and SIGTERM clear up and end the process with status 130.
    ///
    /// - Returns: What handles them, as long as it is kept.
    static func handleSignals(_ clearUp: @escaping @Sendable () -> Void) -> [any DispatchSourceSignal] {
        [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { @Sendable in
                clearUp()
                exit(130)
            }
            source.resume()
            return source
        }
    }
}
