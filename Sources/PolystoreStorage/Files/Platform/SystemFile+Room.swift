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

    /// Makes sure that an open file can be written up to a place.
    ///
    /// - Throws: `full`, with the path, and what else the system refuses.
    package static func reserveRoom(of descriptor: Int32, upTo end: Int, _ path: String) throws(StoreError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw error(errno, path) }
        // A file with holes is written inside of them as well.
        guard isWhole(status) else { return try reserve(descriptor, from: 0, to: end, path) }
        guard end > Int(status.st_size), !hasRoom(status, upTo: end) else { return }
        try reserve(descriptor, from: Int(status.st_size), to: end, path)
    }

    /// Gives back what an open file has on the disk behind its length, where it is more than most saves need.
    ///
    /// No one else may change the file's length meanwhile.
    package static func giveBackRoom(of descriptor: Int32, upTo end: Int) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, end > Int(status.st_size) + 2 * roomPiece else { return }
        // Cutting a file off where it ends frees what lies behind, which punching a hole there does not on ext4. What stays is
        // room for later saves.
        _ = ftruncate(descriptor, status.st_size)
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
    ///
    /// A file system counts its table of the file's extents among the blocks: at most 16 bytes for each block of 4 KiB.
    private static func hasRoom(_ status: stat, upTo end: Int) -> Bool {
        Int(status.st_blocks) * 512 >= end + end / 256 + (64 << 10)
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
