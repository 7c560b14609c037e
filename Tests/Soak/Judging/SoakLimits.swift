import Foundation

/// What a run of some length is held to.
struct SoakLimits: Equatable {
    /// The seconds after which nothing may grow.
    let warmUp: Double
    /// The time from one checkpoint to the next, in seconds.
    let interval: Double
    /// How much resident memory may grow from the end of the warm-up to the end, as a share of it.
    let memoryGrowth: Double
    /// How much of the heap in use may grow in the same time.
    let heapGrowth: Double
    /// How many more file descriptors there may be at one moment after the warm-up than at another.
    let descriptorGrowth: Int
    /// How many times as large as the live data files may be.
    let fileFactor = 2.0

    /// The bytes that logs may take: that of the commits (4 MiB, as the stores are opened) and SQLite's own (4 MiB), each with
    /// what is written before it is emptied, as long as a reader or a generation (8 MiB) keeps it from that.
    static let logs = 32 << 20

    /// The limits of a run.
    ///
    /// An hour is held to 1 %. What is shorter has fewer checkpoints to take the smallest of, and less time for the allocator to
    /// have an arena for each thread and its pieces in them, and for a store to have opened as many connections as are ever
    /// needed at once, each of which has two descriptors.
    init(seconds: Double) {
        descriptorGrowth = seconds >= 600 ? 0 : 6
        warmUp = min(600, seconds / 3)
        interval = min(10, max(1, seconds / 24))
        if seconds >= 3_600 {
            (memoryGrowth, heapGrowth) = (0.01, 0.01)
        } else if seconds >= 600 {
            (memoryGrowth, heapGrowth) = (0.1, 0.05)
        } else {
            (memoryGrowth, heapGrowth) = (0.5, 0.3)
        }
    }

    /// How many checkpoints at the beginning and at the end are compared, of those after the warm-up.
    static func window(_ count: Int) -> Int { max(1, min(30, count / 4)) }
}
