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
    /// Makes sure that an open file can be written up to a place.
    ///
    /// - Throws: `full`, with the path, and what else the system refuses.
    package static func reserveRoom(of descriptor: Int32, upTo end: Int, _ path: String) throws(StoreError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw error(errno, path) }
        // A file with holes is written inside of them as well; the system counts blocks of 512 bytes.
        let isWhole = Int(status.st_blocks) * 512 >= Int(status.st_size)
        let start = isWhole ? Int(status.st_size) : 0
        guard end > start else { return }
        let number = polystore_reserve_room(descriptor, Int64(start), Int64(end - start))
        if number != 0 { throw error(number, path) }
    }

    /// Gives back what an open file has on the disk behind its length, but for some bytes.
    package static func giveBackRoom(of descriptor: Int32, upTo end: Int, keeping kept: Int) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return }
        // Whole blocks of any size that a file system has.
        let start = (Int(status.st_size) + kept + 0xFFFF) & ~0xFFFF
        if end > start { polystore_give_back_room(descriptor, Int64(start), Int64(end - start)) }
    }

    /// Makes sure that so many bytes can be written behind the end of a file; nothing happens where there is no file.
    package static func reserveRoom(behind path: String, _ count: Int) throws(StoreError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        if descriptor < 0, errno == ENOENT { return }
        guard descriptor >= 0 else { throw error(errno, path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw error(errno, path) }
        let number = polystore_reserve_room(descriptor, Int64(status.st_size), Int64(count))
        if number != 0 { throw error(number, path) }
    }
}
