import CPolystoreSQLite

/// The state of a write-ahead log at one commit: what its index says in its first 48 bytes.
///
/// The index is described in SQLite's file format documentation ("WAL-Index format"); processes of different versions
/// of the library share it, so that it does not change.
struct LogHeader: Equatable {
    /// Goes up with every commit.
    let change: UInt32
    /// The number of frames that are committed.
    let frames: UInt32
    /// The number of pages of the database; 0 where only the file tells.
    let pages: UInt32
    /// The length of a page; 0 of a log that never had one.
    let pageSize: Int
    /// Another number whenever the log is begun anew.
    let salt: UInt64

    /// The bytes of a header; there are two, one behind the other.
    static let size = 48
    /// The version of the index that is known.
    private static let version: UInt32 = 3_007_000

    /// Reads the header while others may write it; nil where the two copies are not the same, or not whole.
    init?(_ index: UnsafeRawPointer, barrier: () -> Void) {
        let first = Words(index)
        barrier()
        let second = Words(index + Self.size)
        guard first == second, first[0] == Self.version, first[3] & 0xFF == 1 else { return nil }
        var (left, right) = (UInt32(0), UInt32(0))
        for place in stride(from: 0, to: 10, by: 2) {
            left = left &+ first[place] &+ right
            right = right &+ first[place + 1] &+ left
        }
        guard first[10] == left, first[11] == right else { return nil }
        change = first[2]
        let size = first[3] >> 16
        pageSize = Int(size & 0xFE00 | (size & 1) << 16)
        (frames, pages) = (first[4], first[5])
        salt = UInt64(first[8]) << 32 | UInt64(first[9])
    }

    /// The words of a header, copied before any is looked at.
    private struct Words: Equatable {
        private let values: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

        init(_ start: UnsafeRawPointer) {
            func word(_ place: Int) -> UInt64 { start.loadUnaligned(fromByteOffset: place * 8, as: UInt64.self) }
            values = (word(0), word(1), word(2), word(3), word(4), word(5))
        }

        subscript(place: Int) -> UInt32 {
            withUnsafeBytes(of: values) { $0.loadUnaligned(fromByteOffset: place * 4, as: UInt32.self) }
        }

        static func == (left: Words, right: Words) -> Bool {
            (left.values.0, left.values.1, left.values.2) == (right.values.0, right.values.1, right.values.2)
                && (left.values.3, left.values.4, left.values.5) == (right.values.3, right.values.4, right.values.5)
        }
    }
}
