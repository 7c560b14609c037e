import CPolystoreSystem

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Room that a file has on the disk beyond what was written to it, so that what is written there later finds it.
///
/// The length of the file stays. A file system that cannot reserve room does not: what is written then may find the disk full.
extension SystemFile {
    /// How much more room is reserved than is needed at once, so that most saves find it reserved.
    package static let roomPiece = 1 << 20
    /// What a file system may count among a file's blocks and is no room for its contents: its table of extents.
    private static let slack = 64 << 10

    /// Makes sure that an open file can be written up to a place.
    ///
    /// - Throws: `full`, with the path, and what else the system refuses.
    package static func reserveRoom(of descriptor: Int32, upTo end: Int, _ path: String) throws(StoreError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw error(errno, path) }
        guard end > Int(status.st_size) || !isWhole(status), !hasRoom(status, upTo: end) else { return }
        // A file with holes is written inside of them as well.
        try reserve(descriptor, from: isWhole(status) ? Int(status.st_size) : 0, to: end, path)
    }

    /// Gives back what an open file has on the disk behind its length, but for what most saves need.
    package static func giveBackRoom(of descriptor: Int32, upTo end: Int) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return }
        // Whole blocks of any size that a file system has.
        let start = (Int(status.st_size) + 2 * roomPiece + 0xFFFF) & ~0xFFFF
        if end > start { polystore_give_back_room(descriptor, Int64(start), Int64(end - start)) }
    }

    /// Makes sure that so many bytes can be written behind the end of a file; nothing happens where there is no file.
    package static func reserveRoom(behind path: String, _ count: Int) throws(StoreError) {
        var status = stat()
        if stat(path, &status) != 0 {
            if errno == ENOENT { return }
            throw error(errno, path)
        }
        if hasRoom(status, upTo: Int(status.st_size) + count) { return }
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        if descriptor < 0, errno == ENOENT { return }
        guard descriptor >= 0 else { throw error(errno, path) }
        defer { close(descriptor) }
        guard fstat(descriptor, &status) == 0 else { throw error(errno, path) }
        try reserve(descriptor, from: Int(status.st_size), to: Int(status.st_size) + count, path)
    }

    /// Whether a file has as many blocks as its length takes; the system counts blocks of 512 bytes.
    private static func isWhole(_ status: stat) -> Bool { Int(status.st_blocks) * 512 >= Int(status.st_size) }

    /// Whether a file without holes has blocks up to a place, those behind its end included.
    private static func hasRoom(_ status: stat, upTo end: Int) -> Bool {
        Int(status.st_blocks) * 512 >= end + slack
    }

    /// Reserves a piece more than is needed, or what is needed where the disk has no more.
    private static func reserve(_ descriptor: Int32, from start: Int, to end: Int, _ path: String) throws(StoreError) {
        var number = polystore_reserve_room(descriptor, Int64(start), Int64(end + roomPiece - start))
        if number == ENOSPC || number == EDQUOT {
            number = polystore_reserve_room(descriptor, Int64(start), Int64(end - start))
        }
        if number != 0 { throw error(number, path) }
    }
}
