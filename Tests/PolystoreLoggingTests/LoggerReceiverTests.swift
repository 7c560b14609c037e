import InMemoryLogging
import Logging
import PolystoreLogging
import PolystoreStorage
import Testing

@Suite("Events of a trace go to a logger")
struct LoggerReceiverTests {
    private let event = TraceEvent(.sql, store: "main", "SELECT 1", rows: 3, duration: .microseconds(1500))

    @Test("text is the message, the rest is metadata")
    func metadata() throws {
        let handler = InMemoryLogHandler()
        var logger = Logger(label: "test") { _ in handler }
        logger.logLevel = .debug
        LoggerReceiver(logger).receive(event)
        let entry = try #require(handler.entries.first)
        #expect(handler.entries.count == 1)
        #expect(entry.level == .debug)
        #expect(entry.message == "SELECT 1")
        #expect(entry.metadata == ["category": "sql", "store": "main", "rows": "3", "milliseconds": "1.5"])
    }

    @Test("a logger of a higher level gets nothing")
    func level() {
        let handler = InMemoryLogHandler()
        var logger = Logger(label: "test") { _ in handler }
        logger.logLevel = .info
        LoggerReceiver(logger).receive(event)
        #expect(handler.entries.isEmpty)
        LoggerReceiver(logger, level: .info).receive(event)
        #expect(handler.entries.count == 1)
    }
}
