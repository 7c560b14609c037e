/// When a log is copied back to the file, and by which thread.
///
/// A log begins anew only when all of it is in the file, and a writer that goes on adds to it while a thread beside copies.
/// So the thread copies again and again, each time less, and the writer copies the little that is left in the end. The
/// writer also copies where a commit leaves the log at its limit, so that a process which ends then leaves no more; only a
/// reader keeps a log longer.
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

    /// The frames that a log may have when a commit returns.
    let limit: Int
    /// Whether there is a thread beside the writer.
    private let usesThread: Bool
    /// The frames at which the next look is due.
    private var due: Int
    private var last = 0
    /// How often the thread was asked to copy this log.
    private var passes = 0
    /// The frames that there were when it was asked last.
    private var asked = 0

    init(limit: Int, usesThread: Bool = true) {
        self.limit = max(limit, 1)
        self.usesThread = usesThread
        due = 0
        due = start
    }

    /// The frames at which copying begins: half of the limit, so that the thread has time.
    var start: Int { usesThread ? max(limit / 2, 1) : limit }

    /// Decides what is to be done after a commit.
    ///
    /// - Parameters:
    ///   - frames: The frames of the log.
    ///   - copied: How many of them the thread has copied; nil while it copies.
    /// - Returns: The work to be done, and the thread that does it.
    mutating func step(frames: Int, copied: () -> Int?) -> Step {
        if frames < last {
            // The log began anew.
            (due, passes, asked) = (start, 0, 0)
        }
        let previous = last
        last = frames
        guard frames >= due else { return .nothing }
        guard usesThread else { return here(frames) }
        guard let copied = copied() else {
            // The writer is faster than the thread; beyond the limit, what a reader kept is being copied.
            if frames >= (asked < limit ? limit : asked + start) { return here(frames) }
            look(behind: start / 64, frames)
            return .nothing
        }
        // All of the log was in the file: it may have begun anew, with a commit that is longer than it was.
        if copied == previous { (passes, asked) = (0, 0) }
        // The thread was asked and has not come as far: a reader needs the file as it is.
        let isHeld = passes > 0 && copied < asked
        let isNearlyDone = passes > 0 && frames - copied <= start / 8
        if isNearlyDone || (frames >= limit && !isHeld) { return here(frames) }
        passes += 1
        asked = frames
        // Where a reader keeps the thread from copying, asking it more often does not help.
        look(behind: passes < 8 ? start / 64 : start / 4, frames)
        return .copyBeside
    }

    /// Notes that a reader kept the writer from copying all of the log: trying again at each commit does not help.
    mutating func wasHeld() { due = last + max(1, start / 4) }

    private mutating func here(_ frames: Int) -> Step {
        // The next commit begins the log anew, with any number of frames.
        (due, passes, asked) = (start, 0, 0)
        return .copyHere
    }

    /// Looks again so many frames later, or at the limit.
    private mutating func look(behind count: Int, _ frames: Int) {
        due = frames + max(1, count)
        if frames < limit { due = min(due, limit) }
    }
}
