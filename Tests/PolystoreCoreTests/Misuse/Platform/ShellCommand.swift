#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A command of the shell.
///
/// Foundation's `Process` and tests that wait for exits miss each other's children when they run side by side.
enum ShellCommand {
    /// Runs a command and waits for it.
    ///
    /// - Returns: What it wrote to its standard output, and whether it succeeded.
    static func run(_ command: String) -> (output: String, succeeded: Bool) {
        guard let stream = popen(command, "r") else { return ("the shell could not be started", false) }
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = fread(&buffer, 1, buffer.count, stream)
            if count == 0 { break }
            output += buffer[..<count]
        }
        return (String(decoding: output, as: UTF8.self), pclose(stream) == 0)
    }
}
