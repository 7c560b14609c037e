#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A line and a status for the signals with which a library that maps a damaged file ends the process.
package enum FatalSignal {
    /// What a handler may use: memory that stays, and nothing of the runtime.
    private struct Report {
        let text: UnsafeMutableRawBufferPointer
        let status: Int32
    }

    // SAFETY: written by `report` before the handler is in place, and by no other thread; read by the handler only.
    nonisolated(unsafe) private static var current: Report?

    /// Ends the process with a line on standard error and a status, instead of by signal, when a library aborts it or
    /// touches memory that is not there.
    ///
    /// Call it while there is one thread. The last call counts.
    package static func report(_ line: String, status: Int32) {
        let bytes = Array("\(line)\n".utf8)
        let text = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        text.copyBytes(from: bytes)
        current = Report(text: text, status: status)
        for number in [SIGABRT, SIGBUS, SIGSEGV] {
            signal(number) { number in
                guard let report = FatalSignal.current else { _exit(128 + number) }
                _ = write(STDERR_FILENO, report.text.baseAddress, report.text.count)
                _exit(report.status)
            }
        }
    }
}
