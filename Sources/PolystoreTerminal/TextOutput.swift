/// Buffered text on a standard stream.
///
/// Text is written when 32 KiB have gathered and at `flush()`. What is still buffered when the value goes is dropped,
/// so that an abandoned output after an error stays abandoned.
package final class TextOutput {
    private static let capacity = 32 * 1024

    private let stream: StandardStream
    private var buffer: [UInt8] = []

    package init(_ stream: StandardStream) {
        self.stream = stream
        buffer.reserveCapacity(Self.capacity)
    }

    /// Appends text.
    package func write(_ text: String) throws(OutputError) {
        buffer.append(contentsOf: text.utf8)
        if buffer.count >= Self.capacity { try flush() }
    }

    /// Appends a line and its end.
    package func writeLine(_ line: String = "") throws(OutputError) {
        try write(line)
        try write("\n")
    }

    /// Hands everything that was appended to the system.
    package func flush() throws(OutputError) {
        guard !buffer.isEmpty else { return }
        let pending = buffer
        // Cleared first: a text whose write failed must not be written again by a later call.
        buffer.removeAll(keepingCapacity: true)
        var failure: OutputError?
        pending.withUnsafeBytes { bytes in
            do throws(OutputError) { try stream.write(bytes) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
