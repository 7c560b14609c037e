import Foundation

/// Another process that holds a store's lock until it is told to end.
final class LockHolder {
    private let process = Process()

    /// Returns when the lock is held.
    init(_ path: String) throws {
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", #"exec 9<>"$0"; flock -x 9; echo $$ >"$0"; echo held; exec sleep 60"#, path]
        process.standardOutput = output
        try process.run()
        let said = output.fileHandleForReading.availableData
        guard String(decoding: said, as: UTF8.self).hasPrefix("held") else {
            throw Unexpected("the lock could not be held")
        }
    }

    /// Ends the process.
    func end() {
        process.terminate()
        process.waitUntilExit()
    }
}
