import Foundation

/// Writes a line for each event to standard error.
public struct StandardErrorReceiver: TraceReceiver {
    /// Makes a receiver.
    public init() {}

    /// Writes the event's line.
    public func receive(_ event: TraceEvent) { Self.write(event.description) }

    /// Writes a line in one piece, so that lines of several threads do not mix.
    public static func write(_ line: String) {
        // Where standard error is closed, no trace is wanted.
        try? FileHandle.standardError.write(contentsOf: Data("polystore \(line)\n".utf8))
    }
}
