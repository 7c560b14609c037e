import Foundation

/// The pauses between attempts at what soon succeeds: none at first, then longer ones, up to a time.
struct RetryWait {
    /// How many attempts follow one another without a pause, whatever the time.
    private static let immediate = 8
    private static let longest = 0.005

    private let deadline: ContinuousClock.Instant
    private var attempts = 0
    private var pause = 0.000_05

    /// Begins to count the time.
    init(_ timeout: Duration) { deadline = .now + timeout }

    /// Waits before another attempt; false when the time is over.
    mutating func next() -> Bool {
        attempts += 1
        if attempts < Self.immediate { return true }
        guard ContinuousClock.now < deadline else { return false }
        Thread.sleep(forTimeInterval: pause)
        pause = min(pause * 2, Self.longest)
        return true
    }
}
