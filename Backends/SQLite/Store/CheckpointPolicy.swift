/// When the writer copies its log back to the file.
///
/// A log begins anew when all of it is in the file and no reader needs it any more. The writer copies before the log would
/// exceed its limit, so that the next commits overwrite it where it lies; a commit that goes beyond the limit itself leaves a
/// log that has to be cut off, and writing what is behind its end costs the system more than overwriting it. Only a reader
/// keeps a log longer.
struct CheckpointPolicy {
    /// The frames that a log may have when a commit returns.
    let limit: Int
    /// The frames below which a log that a reader kept is left alone.
    private var least = 0
    private var last = 0
    /// The frames from which on readers are waited for, in multiples of the limit.
    private var patience = Self.leastPatience

    /// A log of twice its limit has been tried four times, and readers that follow each other without a gap keep it for ever.
    private static let leastPatience = 2

    init(limit: Int) { self.limit = max(limit, 1) }

    /// Whether a log of so many frames is to be copied after a commit: another one of the same length would bring it beyond
    /// its limit.
    mutating func isDue(frames: Int) -> Bool {
        // A log that begins anew is not the one that was kept.
        if frames < last { wasCopied() }
        let length = frames - last
        last = frames
        return frames >= least && frames > limit - length
    }

    /// Notes that all of the log is in the file: the next commit begins it anew, with any number of frames.
    mutating func wasCopied() { (least, last, patience) = (0, 0, Self.leastPatience) }

    /// Notes that a reader kept some of the log from being copied: trying again at each commit does not help.
    mutating func wasHeld() { least = last + max(1, limit / 4) }

    /// Whether a log that a reader kept has become so long that the writer waits for its readers: twice its limit, and twice as
    /// long as it was when they were waited for in vain.
    mutating func waitsForReaders() -> Bool {
        let length = last / limit
        guard length >= patience else { return false }
        patience = length * 2
        return true
    }
}
