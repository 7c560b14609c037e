import PolystoreModel
import PolystoreStorage

/// Reads the body of an entry from its beginning to its end, ahead by up to 256 KiB.
// SAFETY: used by one decoder on one thread; it is a class because the decoder's source is an escaping closure.
final class LogBodyReader {
    private let file: LogFile
    private var offset: Int
    private var rest: Int
    private var ahead: ArraySlice<UInt8> = []

    init(_ file: LogFile, _ entry: CommitLogEntry) {
        self.file = file
        offset = entry.bodyOffset
        rest = entry.bodySize
    }

    /// Fills memory with the next bytes; fewer than there is room for only at the end.
    func read(into room: UnsafeMutableRawBufferPointer) throws(StoreError) -> Int {
        var filled = 0
        while filled < room.count {
            if ahead.isEmpty {
                guard rest > 0 else { break }
                ahead = try file.read(at: offset, count: min(rest, 256 << 10))[...]
                guard !ahead.isEmpty else { break }
                offset += ahead.count
                rest -= ahead.count
            }
            let count = min(room.count - filled, ahead.count)
            UnsafeMutableRawBufferPointer(rebasing: room[filled..<filled + count]).copyBytes(from: ahead.prefix(count))
            ahead = ahead.dropFirst(count)
            filled += count
        }
        return filled
    }
}
