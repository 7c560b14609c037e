#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// One of the two streams that a command writes to.
package enum StandardStream: Int32, Sendable {
    case output = 1
    case error = 2

    /// Whether a person's terminal is at the other end.
    package var isTerminal: Bool { isatty(rawValue) == 1 }

    /// Whether a person can answer on standard input.
    package static var isInputTerminal: Bool { isatty(0) == 1 }

    /// The terminal's width in cells, or nil where there is no terminal or it does not say.
    package var columns: Int? {
        var size = winsize()
        guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Writes all bytes.
    ///
    /// - Throws: `OutputError.closedPipe` when the reader has gone, `OutputError.failed` for everything else.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
        var rest = bytes
        while let address = rest.baseAddress, !rest.isEmpty {
            #if canImport(Glibc)
                let written = Glibc.write(rawValue, address, rest.count)
            #elseif canImport(Musl)
                let written = Musl.write(rawValue, address, rest.count)
            #endif
            if written >= 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[written...])
            } else if errno == EPIPE {
                throw .closedPipe
            } else if errno != EINTR {
                throw .failed(code: errno)
            }
        }
    }

    /// Makes a write to a closed pipe an error of that write instead of the end of the process.
    ///
    /// Call it once, first thing in a program: then stores are closed in order before the program ends.
    package static func reportClosedPipesAsErrors() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// The system's words for an error number.
    static func explanation(of code: Int32) -> String {
        strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
}
