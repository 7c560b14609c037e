import Foundation

/// Threads that may not be had: Foundation's `Thread` does not tell whether it has begun.
package enum SystemThread {
    private final class Work {
        let name: String
        let run: @Sendable () -> Void

        init(_ name: String, _ run: @escaping @Sendable () -> Void) { (self.name, self.run) = (name, run) }
    }

    /// Runs a closure on a thread of its own, which ends with it.
    ///
    /// - Parameters:
    ///   - name: What the system shows of it, of which it keeps 15 bytes.
    ///   - run: What to do.
    /// - Returns: Whether there is such a thread; without one the closure is not run.
    package static func start(_ name: String, _ run: @escaping @Sendable () -> Void) -> Bool {
        let work = Unmanaged.passRetained(Work(name, run))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { pointer in
                guard let pointer else { return nil }
                let work = Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue()
                Thread.current.name = work.name
                work.run()
                return nil
            }, work.toOpaque())
        guard code == 0 else {
            work.release()
            return false
        }
        pthread_detach(thread)
        return true
    }
}
