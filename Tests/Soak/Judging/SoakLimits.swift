import Foundation

/// What a run of some length is held to.
struct SoakLimits: Equatable {
    /// The seconds after which nothing may grow.
    let warmUp: Double
    /// The time from one checkpoint to the next, in seconds.
    let interval: Double
    /// How much memory may grow from the end of the warm-up to the end, as a share of it.
    let memoryGrowth: Double
    /// How many times as large as the live data files may be.
    let fileFactor = 2.0

    /// The limits of a run.
    ///
    /// An hour is held to 1 %. What is shorter has fewer checkpoints to take the smallest of, and a leak has less time to show
    /// itself: it is held to 3 % from ten minutes on, and to 15 % below.
    init(seconds: Double) {
        warmUp = min(600, seconds / 3)
        interval = min(10, max(1, seconds / 24))
        memoryGrowth = seconds >= 3_600 ? 0.01 : seconds >= 600 ? 0.03 : 0.15
    }

    /// How many checkpoints at the beginning and at the end are compared, of those after the warm-up.
    static func window(_ count: Int) -> Int { max(1, min(30, count / 4)) }
}
