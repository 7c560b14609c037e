import CPolystoreSystem
import PolystoreModel

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The calls to the system about files: each failure is a store error that names the path.
package enum SystemFile {
    /// Whether there is something at a path.
    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Whether the process may make and remove files in a folder.
    package static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

    /// The size of a file in bytes; nil when there is none.
    package static func size(_ path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Whether the disk of a file has hardly any room left, 64 KiB at most.
    package static func isFull(_ path: String) -> Bool {
        var status = statvfs()
        // The number of blocks counts: some file systems say that there is more room than bytes can be counted.
        return statvfs(path, &status) == 0
            && Int(clamping: status.f_bavail) <= (64 << 10) / max(1, Int(clamping: status.f_frsize))
    }

    /// Whether there is a folder at a path, links followed.
    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Makes a folder where there is none.
    package static func makeFolder(_ path: String) throws(StoreError) {
        guard mkdir(path, 0o777) != 0 else { return }
        let number = errno
        guard number == EEXIST else { throw error(number, path) }
        guard isFolder(path) else { throw error(ENOTDIR, path) }
    }

    /// Makes a folder and those above it where there are none, and puts what was made on the disk.
    ///
    /// - Throws: An error that names the first folder that cannot be made.
    package static func makeFolders(_ path: String) throws(StoreError) {
        guard !isFolder(path) else { return }
        let folder = StoreFiles(path: path).folder
        if folder != path { try makeFolders(folder) }
        try makeFolder(path)
        try synchronize(folder)
    }

    /// The first bytes of a file that no engine of this process has open.
    package static func head(_ path: String, count: Int) throws(StoreError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw error(errno, path) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: count)
        let length = bytes.withUnsafeMutableBytes { $0.baseAddress.map { systemRead(descriptor, $0, count) } ?? 0 }
        guard length >= 0 else { throw error(errno, path) }
        return Array(bytes.prefix(length))
    }

    /// Puts a file's contents on the disk; of a folder, its entries.
    package static func synchronize(_ path: String) throws(StoreError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw error(errno, path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw error(errno, path) }
    }

    /// Writes a new file and puts it on the disk; its folder's entry is for the caller to put there.
    package static func write(_ bytes: UnsafeRawBufferPointer, to path: String) throws(StoreError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw error(errno, path) }
        defer { close(descriptor) }
        var written = 0
        while written < bytes.count, let base = bytes.baseAddress {
            #if canImport(Glibc)
                let count = Glibc.write(descriptor, base + written, bytes.count - written)
            #else
                let count = Musl.write(descriptor, base + written, bytes.count - written)
            #endif
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw error(errno, path) }
            written += count
        }
        guard fsync(descriptor) == 0 else { throw error(errno, path) }
    }

    /// Writes a new file and puts it on the disk.
    package static func write(_ bytes: [UInt8], to path: String) throws(StoreError) {
        let result = bytes.withUnsafeBytes { buffer in
            Result { () throws(StoreError) in try write(buffer, to: path) }
        }
        try result.get()
    }

    /// Reads a whole file.
    package static func read(contentsOf path: String) throws(StoreError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw error(errno, path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw error(errno, path) }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var length = 0
        while length < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                buffer.baseAddress.map { systemRead(descriptor, $0 + length, buffer.count - length) } ?? 0
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw error(errno, path) }
            if count == 0 { break }
            length += count
        }
        return Array(bytes.prefix(length))
    }

    private static func systemRead(_ descriptor: Int32, _ target: UnsafeMutableRawPointer, _ count: Int) -> Int {
        #if canImport(Glibc)
            Glibc.read(descriptor, target, count)
        #else
            Musl.read(descriptor, target, count)
        #endif
    }

    /// Gives a file another name in its folder.
    package static func move(_ path: String, to target: String) throws(StoreError) {
        guard rename(path, target) == 0 else { throw error(errno, target) }
    }

    /// Removes a file; one that is not there is no error.
    package static func remove(_ path: String) throws(StoreError) {
        guard unlink(path) != 0, errno != ENOENT else { return }
        throw error(errno, path)
    }

    /// Removes an empty folder; one that is not there, or not empty, stays as it is.
    package static func removeEmptyFolder(_ path: String) throws(StoreError) {
        guard rmdir(path) != 0, errno != ENOENT, errno != ENOTEMPTY, errno != EEXIST else { return }
        throw error(errno, path)
    }

    /// The names in a folder; none when there is no such folder.
    package static func names(in path: String) throws(StoreError) -> [String] {
        guard let folder = opendir(path) else {
            if errno == ENOENT { return [] }
            throw error(errno, path)
        }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// The process's number.
    package static var processNumber: Int32 { getpid() }

    /// A system error as a store error.
    package static func error(_ number: Int32, _ path: String) -> StoreError {
        let code: StoreError.Code =
            switch number {
            case ENOENT, ENOTDIR: .missing
            case EACCES, EPERM, EROFS: .permission
            case ENOSPC, EDQUOT, EFBIG: .full
            case EISDIR: .foreign
            default: .inputOutput
            }
        return StoreError(code, [.path: path, .reason: String(cString: strerror(number))])
    }
}
