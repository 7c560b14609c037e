/// When a log is copied back to the file, and by whom.
///
/// A log begins anew only when all of it is in the file, and a writer that goes on adds to it while a thread beside copies.
/// So the thread copies again and again, each time less, and the writer copies the little that is left in the end.
///
/// INVARIANT: the thread is asked right behind a commit that added to the log.
struct CheckpointPolicy {
    enum Step: Hashable {
        /// Nothing is to be done now.
        case nothing
        /// The thread beside the writer is to copy.
        case copyBeside
        /// The writer copies itself, behind what the thread is doing.
        case copyHere
    }

    /// The frames at which copying begins.
    let limit: Int
    /// The frames at which the next look is due.
    private var due: Int
    private var last = 0
    /// How often the thread was asked to copy this log.
    private var passes = 0
    /// The frames that there were when it was asked last.
    private var asked = 0

    init(limit: Int) {
        self.limit = limit
        due = limit
    }

    /// The frames at which a log that does not begin anew is the writer's business as well.
    var bound: Int { limit * 4 }

    /// Decides what is to be done after a commit.
    ///
    /// - Parameters:
    ///   - frames: The frames of the log.
    ///   - copied: How many of them the thread has copied; nil while it copies.
    /// - Returns: What is to be done, and by whom.
    mutating func step(frames: Int, copied: () -> Int?) -> Step {
        if frames < last {
            // The log began anew.
            (due, passes, asked) = (limit, 0, 0)
        }
        last = frames
        guard frames >= due else { return .nothing }
        guard let copied = copied() else {
            // Whoever writes much faster than is copied waits.
            if frames >= max(bound, asked + limit) { return here(frames) }
            due = frames + max(1, limit / 64)
            return .nothing
        }
        let isNearlyDone = frames - copied <= limit / 8
        // Commits that are large themselves always leave much; nobody else keeps such a log from being copied.
        let isOverdue = frames >= bound && copied >= asked
        if passes > 0, isNearlyDone || isOverdue { return here(frames) }
        passes += 1
        asked = frames
        // Where a reader keeps the thread from copying, asking it more often does not help.
        due = frames + max(1, passes < 8 ? limit / 64 : limit / 4)
        return .copyBeside
    }

    private mutating func here(_ frames: Int) -> Step {
        due = frames + max(1, limit / 4)
        return .copyHere
    }
}
