import CPolystoreSQLite

/// The index of a file's write-ahead log, in the memory that all connections share.
///
/// Regions of 32 KiB: the numbers of the pages that the frames hold, then a table to find them by, which is not used
/// here. The first region begins with the header.
struct LogIndex {
    private let file: UnsafeMutablePointer<sqlite3_file>
    private let map:
        @convention(c) (
            UnsafeMutablePointer<sqlite3_file>?, Int32, Int32, Int32,
            UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        ) -> Int32
    private let barrier: @convention(c) (UnsafeMutablePointer<sqlite3_file>?) -> Void

    private static let regionSize: Int32 = 32 << 10
    /// The bytes before the page numbers of the first region.
    private static let headerSize = 136
    /// The page numbers of a region.
    private static let regionFrames = 4096
    /// Those of the first, whose header takes the room of some.
    private static let firstFrames = regionFrames - headerSize / 4
    /// Where the header says how many frames were copied into the file.
    private static let backfillOffset = 96

    /// Nil of a file without shared memory.
    init?(_ file: UnsafeMutablePointer<sqlite3_file>) {
        guard let methods = file.pointee.pMethods, methods.pointee.iVersion >= 2, let map = methods.pointee.xShmMap,
            let barrier = methods.pointee.xShmBarrier
        else { return nil }
        (self.file, self.map, self.barrier) = (file, map, barrier)
    }

    /// The state that the log is in now; nil where it is being changed, or is not to be read.
    var header: LogHeader? {
        guard let region = region(0) else { return nil }
        barrier(file)
        return LogHeader(region) { barrier(file) }
    }

    /// How many frames were copied into the file; nil where nobody knows.
    var backfilled: UInt32? {
        region(0)?.load(fromByteOffset: Self.backfillOffset, as: UInt32.self)
    }

    /// Calls a closure with each frame of a range and the page that it holds; false where the index is not there.
    func each(_ frames: ClosedRange<UInt32>, _ body: (UInt32, UInt32) -> Void) -> Bool {
        var frame = Int(frames.lowerBound)
        let last = Int(frames.upperBound)
        while frame <= last {
            // Frames count from 1.
            let position = frame - 1 + Self.regionFrames - Self.firstFrames
            let (number, place) = (position / Self.regionFrames, position % Self.regionFrames)
            guard let region = region(Int32(number)) else { return false }
            let count = min(Self.regionFrames - place, last - frame + 1)
            for step in 0..<count {
                body(
                    UInt32(frame + step), region.load(fromByteOffset: (place + step) * 4, as: UInt32.self))
            }
            frame += count
        }
        return true
    }

    private func region(_ number: Int32) -> UnsafeRawPointer? {
        var start: UnsafeMutableRawPointer?
        let code = map(file, number, Self.regionSize, 0, &start)
        guard code == SQLITE_OK || code == SQLITE_READONLY else { return nil }
        return start.map { UnsafeRawPointer($0) }
    }
}
