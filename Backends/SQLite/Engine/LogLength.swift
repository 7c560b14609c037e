import CPolystoreSQLite

/// How long the log was after the last commit of a connection, as the library tells.
final class LogLength {
    /// The frames of the log, one for each page that was written.
    @exclusivity(unchecked) private(set) var frames = 0
    /// The frames that it may have when a commit returns.
    let limit: Int

    init(limit: Int) { self.limit = limit }

    /// How many frames a log of a length has: one at least.
    ///
    /// A log begins with 32 bytes, and each frame has 24 before its page (https://www.sqlite.org/fileformat.html#walformat).
    static func frames(in byteCount: Int, pageSize: Int) -> Int { max(1, (byteCount - 32) / frameLength(pageSize)) }

    /// The bytes of a frame.
    static func frameLength(_ pageSize: Int) -> Int { max(pageSize, 512) + 24 }

    /// Has the library tell of each commit of a connection, which must not outlive this object.
    ///
    /// The library copies nothing back by itself from then on. `PRAGMA wal_autocheckpoint` takes its place, and this object
    /// learns nothing any more.
    func follow(_ connection: OpaquePointer) {
        sqlite3_wal_hook(
            connection,
            { object, _, _, frames in
                if let object { Unmanaged<LogLength>.fromOpaque(object).takeUnretainedValue().frames = Int(frames) }
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
