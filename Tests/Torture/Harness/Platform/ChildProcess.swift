import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A process of the same program, whose lines are read.
final class ChildProcess {
    /// What there is to read.
    enum Output: Equatable {
        case line(String)
        /// Nothing came in the time that was given.
        case nothing
        /// The process has ended, or closed its output.
        case end
    }

    private let process = Process()
    private let output = Pipe()
    private var rest: [UInt8] = []

    /// Starts this program with arguments.
    init(arguments: [String]) throws {
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = arguments
        // A process that is killed by a signal has said what it did; a backtrace takes seconds.
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
    }

    /// The next line, which is waited for so many milliseconds.
    func read(waiting milliseconds: Int32) -> Output {
        while true {
            if let end = rest.firstIndex(of: 10) {
                let line = String(decoding: rest[..<end], as: UTF8.self)
                rest.removeSubrange(...end)
                return .line(line)
            }
            let handle = output.fileHandleForReading
            var events = pollfd(fd: handle.fileDescriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&events, 1, milliseconds)
            if ready < 0, errno == EINTR { continue }
            if ready <= 0 { return .nothing }
            let bytes = handle.availableData
            if bytes.isEmpty { return .end }
            rest += bytes
        }
    }

    /// Ends the process at once, wherever it is.
    func kill() { send(SIGKILL, to: process.processIdentifier) }

    /// Waits for the end.
    ///
    /// - Returns: What ended it; nil for status 0.
    func wait() -> String? {
        process.waitUntilExit()
        if process.terminationReason == .uncaughtSignal { return "signal \(process.terminationStatus)" }
        return process.terminationStatus == 0 ? nil : "status \(process.terminationStatus)"
    }

    /// The process that started this one; another one when it has gone.
    static var parent: Int32 { getppid() }

    /// Does nothing for a while.
    static func pause(microseconds: Int) { usleep(UInt32(microseconds)) }
}

/// The system's call, whose name is that of a method above.
private func send(_ signal: Int32, to process: Int32) { _ = kill(process, signal) }
