import Foundation
import Synchronization

/// Work on a thread of its own that counts what it did until it is told to stop.
public final class ThreadedLoop: Sendable {
    private let outcome = Mutex<Result<Int, any Error>?>(nil)
    private let done = DispatchSemaphore(value: 0)

    /// Starts the thread.
    public init(_ work: @escaping @Sendable () throws -> Int) {
        let thread = Thread { [self] in
            let result = Result { try work() }
            outcome.withLock { $0 = result }
            done.signal()
        }
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// Waits for the end of the work.
    public func count() throws -> Int {
        done.wait()
        guard let outcome = outcome.withLock({ $0 }) else { return 0 }
        return try outcome.get()
    }
}
