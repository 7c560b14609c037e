import Foundation

/// The figures of one moment at which all loops stood still.
struct Checkpoint: Equatable {
    /// Seconds since the loops began.
    var second = 0.0
    /// Steps of all loops since then.
    var steps = 0
    /// Objects in all stores.
    var objects = 0
    var process = ProcessStatus()
    var files = FileUse()

    static let header = columns(
        ["second", "steps", "objects", "memory KiB", "heap KiB", "mapped KiB", "descriptors", "files KiB", "logs KiB"])

    /// A line of the table.
    var line: String {
        Self.columns(
            [Int(second), steps, objects].map(String.init)
                + [process.anonymous, process.heap, process.mapped].map { String($0 / 1_024) }
                + [String(process.descriptors)] + [files.stores, files.logs].map { String($0 / 1_024) })
    }

    private static func columns(_ words: [String]) -> String {
        words.map { String(repeating: " ", count: max(0, 11 - $0.count)) + $0 }.joined(separator: " ")
    }
}
