#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The terminal of the process, handing over each key as it is pressed.
///
/// `begin` and `end` belong together: until `end` the terminal neither shows what is typed nor makes signals of keys.
struct RawTerminal {
    /// What came from the terminal.
    enum Input: Equatable {
        case bytes([UInt8])
        /// Nothing came in time, or a signal did.
        case nothing
        /// The terminal has gone.
        case closed
    }

    /// How the terminal was set when the program began.
    private let original: termios

    /// Finds the terminal.
    ///
    /// - Throws: `StartError.noTerminal` when standard input or output is none.
    init() throws(StartError) {
        var settings = termios()
        guard isatty(STDOUT_FILENO) == 1, tcgetattr(STDIN_FILENO, &settings) == 0 else { throw .noTerminal }
        original = settings
    }

    /// Begins to hand over keys.
    ///
    /// - Throws: `StartError.noTerminal` when the terminal refuses.
    func begin() throws(StartError) {
        var raw = original
        cfmakeraw(&raw)
        guard tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0 else { throw .noTerminal }
    }

    /// Sets the terminal as it was.
    func end() {
        var settings = original
        // A terminal that has gone cannot be set, and need not be.
        _ = tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }

    /// Columns and lines; those of the oldest terminals where they are not known.
    var size: (columns: Int, lines: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Waits for keys, at most so many milliseconds.
    func read(within milliseconds: Int32) -> Input {
        var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, milliseconds) > 0 else { return .nothing }
        var buffer = [UInt8](repeating: 0, count: 1024)
        let count = buffer.withUnsafeMutableBytes { bytes in
            #if canImport(Glibc)
                Glibc.read(STDIN_FILENO, bytes.baseAddress, bytes.count)
            #elseif canImport(Musl)
                Musl.read(STDIN_FILENO, bytes.baseAddress, bytes.count)
            #endif
        }
        if count > 0 { return .bytes(Array(buffer.prefix(count))) }
        return count < 0 && (errno == EINTR || errno == EAGAIN) ? .nothing : .closed
    }
}
