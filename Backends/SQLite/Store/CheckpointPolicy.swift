/// When a log is copied back to the file, and by whom.
///
/// A log begins anew only when all of it is in the file, and a writer that goes on adds to it while a thread beside copies.
/// So the thread copies again and again, each time less, and the writer copies the little that is left in the end.
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

    init(limit: Int) {
        self.limit = limit
        due = limit
    }

    /// The frames at which the writer waits for the thread instead of adding more.
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
            due = limit
            passes = 0
        }
        last = frames
        guard frames >= due else { return .nothing }
        let copied = copied()
        if frames < bound {
            guard let copied else {
                due = frames + limit / 64
                return .nothing
            }
            guard passes > 0, frames - copied <= limit / 8 else {
                passes += 1
                // Where a reader keeps the thread from copying, asking it more often does not help.
                due = frames + (passes < 8 ? limit / 64 : limit / 4)
                return .copyBeside
            }
        }
        due = frames + limit / 4
        return .copyHere
    }
}
