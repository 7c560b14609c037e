import CPolystoreTestTerminal
import Foundation
import Testing

/// The built program at a terminal of its own, which the test looks at and types into.
///
/// Every wait has a deadline.
final class TerminalProgram {
    /// Why a test does not go on.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let patience = Duration.seconds(60)

    /// The end of the terminal that the test holds.
    private let terminal: Int32
    /// The program's end, held open so that the terminal keeps its settings when the program has ended.
    private let programEnd: Int32
    private let process: pid_t
    private var status: Int32?
    private(set) var screen: ScreenReader

    /// Starts the program with arguments, on a terminal of some size.
    init(_ arguments: String..., columns: Int = 100, lines: Int = 20) throws {
        screen = ScreenReader(columns: columns, lines: lines)
        var name = [CChar](repeating: 0, count: 256)
        let terminal = polystore_test_terminal_open(&name, name.count)
        guard terminal >= 0 else {
            throw Failure(description: "no terminal can be had: \(String(cString: strerror(errno)))")
        }
        let path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        programEnd = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        self.terminal = terminal
        var size = winsize(ws_row: UInt16(lines), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        guard programEnd >= 0, ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0 else {
            throw Failure(description: "the terminal cannot be opened: \(String(cString: strerror(errno)))")
        }
        process = try Self.start(arguments, on: path)
    }

    deinit {
        if status == nil {
            kill(process, SIGKILL)
            var ended: Int32 = 0
            waitpid(process, &ended, 0)
        }
        close(programEnd)
        close(terminal)
    }

    /// The program; the test bundle lies beside it.
    static func url() throws -> URL {
        try #require(Bundle.main.executableURL).deletingLastPathComponent().appending(path: "Outliner")
    }

    private static func start(_ arguments: [String], on path: String) throws -> pid_t {
        let program = try url().path
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // In a session of its own the first terminal that the program opens is the one that controls it.
        posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The tests' threads may block signals, which a program inherits.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(
            &attributes, polystore_test_terminal_session_flag() | Int16(POSIX_SPAWN_SETSIGMASK))
        var environment = ProcessInfo.processInfo.environment
        environment["TERM"] = "xterm"
        environment["NO_COLOR"] = nil
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for word in words + variables { free(word) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, program, &actions, &attributes, &words, &variables)
        guard code == 0 else {
            throw Failure(description: "the program does not start: \(String(cString: strerror(code)))")
        }
        return process
    }

    /// Types text, keys as a terminal sends them included.
    func type(_ text: String) throws {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
            guard written > 0 else { throw Failure(description: "the terminal takes no keys") }
            rest = rest.dropFirst(written)
        }
    }

    /// Waits until the screen's lines are as wanted.
    func wait(for what: String, _ isThere: ([String]) -> Bool) throws {
        let deadline = ContinuousClock.now + Self.patience
        while !isThere(screen.lines) {
            guard ContinuousClock.now < deadline else {
                let picture = screen.lines.joined(separator: "\n")
                throw Failure(description: "\(what) does not come; the screen is\n\(picture)")
            }
            readOutput()
            guard hasEnded() else { continue }
            while readOutput() {}
            if !isThere(screen.lines) {
                throw Failure(description: "the program ended with \(status ?? -1) before \(what): \(screen.outside)")
            }
        }
    }

    /// Waits until a line of the screen has a text.
    func wait(for text: String) throws {
        try wait(for: "'\(text)'") { lines in lines.contains { $0.contains(text) } }
    }

    /// Waits for the end of the program.
    ///
    /// - Returns: The status; 1000 and the number of the signal when one ended it.
    func end() throws -> Int32 {
        let deadline = ContinuousClock.now + Self.patience
        while !hasEnded() {
            guard ContinuousClock.now < deadline else { throw Failure(description: "the program does not end") }
            readOutput()
        }
        while readOutput() {}
        return status ?? -1
    }

    /// Sends the program a signal.
    func signal(_ number: Int32) { kill(process, number) }

    /// Gives the terminal another size.
    func resize(columns: Int, lines: Int) {
        screen = ScreenReader(columns: columns, lines: lines)
        screen.read("\u{1B}[?1049h".utf8)
        var size = winsize(ws_row: UInt16(lines), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
    }

    /// Whether the terminal shows what is typed, and hands over whole lines: what programs find and have to leave.
    var isCooked: Bool {
        var settings = termios()
        guard tcgetattr(programEnd, &settings) == 0 else { return false }
        let wanted = tcflag_t(ECHO | ICANON | ISIG)
        return settings.c_lflag & wanted == wanted && settings.c_oflag & tcflag_t(OPOST) != 0
    }

    /// Takes what the program wrote, or waits for a moment.
    ///
    /// - Returns: Whether there was anything.
    @discardableResult
    private func readOutput() -> Bool {
        var waiting = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, 50) > 0, waiting.revents & Int16(POLLIN) != 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(terminal, &buffer, buffer.count)
        guard count > 0 else { return false }
        screen.read(buffer.prefix(count))
        return true
    }

    private func hasEnded() -> Bool {
        if status != nil { return true }
        var ended: Int32 = 0
        guard waitpid(process, &ended, WNOHANG) == process else { return false }
        // The low seven bits are the signal; without one, the next byte is the status.
        status = ended & 0x7F == 0 ? (ended >> 8) & 0xFF : 1000 + ended & 0x7F
        return true
    }
}
