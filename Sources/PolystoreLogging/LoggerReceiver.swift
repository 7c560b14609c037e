import Logging
import PolystoreStorage

/// Gives the events of a trace to a logger of swift-log, with store, rows and milliseconds as metadata.
///
/// ```swift
/// Trace.standard = Trace([.sql, .save], receiver: LoggerReceiver(Logger(label: "polystore")))
/// ```
public struct LoggerReceiver: TraceReceiver {
    private let logger: Logger
    private let level: Logger.Level

    /// Makes a receiver.
    ///
    /// - Parameters:
    ///   - logger: Where the events go.
    ///   - level: The level that they have; what the logger leaves out costs little.
    public init(_ logger: Logger, level: Logger.Level = .debug) {
        self.logger = logger
        self.level = level
    }

    /// Logs an event: its text is the message.
    public func receive(_ event: TraceEvent) {
        guard logger.logLevel <= level else { return }
        var metadata: Logger.Metadata = ["category": "\(event.category.rawValue)"]
        if let store = event.store { metadata["store"] = "\(store)" }
        if let rows = event.rows { metadata["rows"] = "\(rows)" }
        if let duration = event.duration {
            let (seconds, attoseconds) = duration.components
            metadata["milliseconds"] = "\(Double(seconds) * 1e3 + Double(attoseconds) / 1e15)"
        }
        logger.log(level: level, "\(event.text)", metadata: metadata)
    }
}
