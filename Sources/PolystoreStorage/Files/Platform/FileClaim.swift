import CPolystoreSystem
import PolystoreModel

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The locks that a process holds on a store's file itself, by device and inode, whatever path leads to it.
///
/// The files beside a store (an engine's log, its reader slots, the writer's lock) lie under the store's name. Through a hard
/// link, or a file that is mounted elsewhere, the same store has another name and other files beside it, and two engines would
/// not see each other. So everything that has the file open holds a shared lock on one byte that stands for its name, and
/// a file that is in use under another name is refused; the program that writes also holds an exclusive one.
///
/// The bytes lie far behind the end of any file and apart from those that SQLite locks. All claims of a process on a file
/// share one descriptor, which is closed with the last of them: closing any descriptor of a file gives up the POSIX locks
/// that the process has on it, so each connection of SQLite keeps a claim for as long as it is open.
package final class FileClaim: Sendable {
    /// The file.
    package let identity: FileIdentity
    /// The path under which this process uses the file.
    package let path: String
    private let descriptor: Int32
    private let canWrite: Bool

    /// An open file and the number of claims on it.
    private struct Held {
        let path: String
        let descriptor: Int32
        let canWrite: Bool
        var count = 1
        /// How many copies of this process need what lies beside the file.
        var keepers = 0
    }

    private static let files = Locked<[FileIdentity: Held]>([:])

    /// The byte of programs that copy the store.
    private static let keeperByte: Int64 = writerByte - 1
    /// The byte of the program that writes; those of names follow it.
    private static let writerByte: Int64 = 1 << 62
    private static let names: Int64 = 1 << 60

    private init(_ identity: FileIdentity, _ held: Held) {
        self.identity = identity
        path = held.path
        descriptor = held.descriptor
        canWrite = held.canWrite
    }

    deinit {
        FileClaim.files.withLock { files in
            guard var held = files[identity] else { return }
            held.count -= 1
            files[identity] = held.count > 0 ? held : nil
            if held.count == 0 { close(descriptor) }
        }
    }

    /// Claims the file at a path, without symbolic links.
    ///
    /// - Parameters:
    ///   - path: The path; where this process uses the file under another one already, the claim is on that.
    ///   - store: The store's name, for messages.
    ///   - timeout: How long to wait for programs that use the file under another name.
    /// - Returns: The claim, which ends with its last reference.
    /// - Throws: `missing`, `permission`; `held` while another program uses the file under another name.
    package static func take(
        _ path: String, store: String, timeout: Duration = .zero
    ) throws(StoreError) -> FileClaim {
        let deadline = ContinuousClock.now + timeout
        while true {
            let claim = try files.withLock { (files) throws(StoreError) -> FileClaim? in
                guard let identity = FileIdentity(path: path) else { throw StoreFiles(path: path).missing }
                if let held = files[identity] {
                    files[identity]?.count += 1
                    return FileClaim(identity, held)
                }
                return try open(path, identity, store, isLast: ContinuousClock.now >= deadline).map { held in
                    files[identity] = held
                    return FileClaim(identity, held)
                }
            }
            if let claim { return claim }
            usleep(10_000)
        }
    }

    /// Opens a file that no claim of this process is on, and locks its name; nil while it is in use under another one.
    private static func open(
        _ path: String, _ identity: FileIdentity, _ store: String, isLast: Bool
    ) throws(StoreError) -> Held? {
        var descriptor = systemOpen(path, O_RDWR)
        let canWrite = descriptor >= 0
        if !canWrite, errno != EISDIR { descriptor = systemOpen(path, O_RDONLY) }
        guard descriptor >= 0 else { throw SystemFile.error(errno, path) }
        let name = try byte(of: path)
        var result = polystore_lock_byte(descriptor, name, false)
        if result == 0 {
            result = polystore_bytes_are_locked(descriptor, writerByte + 1, name - writerByte - 1)
            if result == 0 {
                result = polystore_bytes_are_locked(descriptor, name + 1, writerByte + names - name)
            }
        }
        // A file that was put in the place of the one that was looked at is looked at anew.
        if result == 0, FileIdentity(descriptor: descriptor) == identity {
            return Held(path: path, descriptor: descriptor, canWrite: canWrite)
        }
        close(descriptor)
        guard result == 0 || result == EAGAIN else { throw SystemFile.error(result, path) }
        guard result == 0 || !isLast else {
            throw StoreError(
                .held,
                [
                    .store: store, .path: path,
                    .reason: "in use under another name (a hard link, or a file that is mounted elsewhere)",
                ])
        }
        return nil
    }

    /// The byte that stands for a name: of its folder, whatever that is called, and the name in it.
    private static func byte(of path: String) throws(StoreError) -> Int64 {
        let files = StoreFiles(path: path)
        guard let folder = FileIdentity(path: files.folder) else { throw files.missing }
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        for number in [folder.device, folder.inode] {
            for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: number >> shift)) }
        }
        for byte in files.name.utf8 { add(byte) }
        return writerByte + 1 + Int64(hash % UInt64(names))
    }

    private static func systemOpen(_ path: String, _ mode: Int32) -> Int32 {
        #if canImport(Glibc)
            Glibc.open(path, mode | O_CLOEXEC | O_NONBLOCK)
        #else
            Musl.open(path, mode | O_CLOEXEC | O_NONBLOCK)
        #endif
    }

    /// Becomes the one program that writes the file.
    ///
    /// - Throws: `held` when another one does, under a lock file that has gone.
    package func lockForWriting(store: String) throws(StoreError) {
        // A file that cannot be written says so when the engine opens it.
        guard canWrite else { return }
        var result = polystore_lock_byte(descriptor, FileClaim.writerByte, true)
        // A process that is killed gives its locks back one after another: that of the lock file before this one.
        var attempts = 20
        while result == EAGAIN, attempts > 0 {
            usleep(5_000)
            attempts -= 1
            result = polystore_lock_byte(descriptor, FileClaim.writerByte, true)
        }
        guard result != EAGAIN else {
            throw StoreError(.held, [.store: store, .path: path, .reason: "another program writes the file"])
        }
        guard result == 0 else { throw SystemFile.error(result, path) }
    }

    /// Gives the lock of the one that writes back.
    package func unlockForWriting() {
        // It can only fail for a descriptor that is closed, and then there is no lock.
        if canWrite { _ = polystore_unlock_byte(descriptor, FileClaim.writerByte) }
    }

    /// Has the program that writes the store keep the files beside it that the store names now, until the result has gone.
    ///
    /// A snapshot that is taken afterwards finds them all.
    package func keepFiles() throws(StoreError) -> FileKeeping {
        try FileClaim.files.withLock { (files) throws(StoreError) in
            if files[identity]?.keepers == 0 {
                let result = polystore_lock_byte(descriptor, FileClaim.keeperByte, false)
                guard result == 0 else { throw SystemFile.error(result, path) }
            }
            files[identity]?.keepers += 1
        }
        return FileKeeping { [self] in
            FileClaim.files.withLock { files in
                files[identity]?.keepers -= 1
                // It can only fail for a descriptor that is closed, and then there is no lock.
                if files[identity]?.keepers == 0 { _ = polystore_unlock_byte(descriptor, FileClaim.keeperByte) }
            }
        }
    }

    /// Whether a program has the files beside the store kept; also where that cannot be told.
    package var areFilesKept: Bool {
        let isKeeping = FileClaim.files.withLock { ($0[identity]?.keepers ?? 0) > 0 }
        return isKeeping || polystore_bytes_are_locked(descriptor, FileClaim.keeperByte, 1) != 0
    }

    /// The first bytes of the file.
    package func head(count: Int) throws(StoreError) -> [UInt8] {
        try SystemFile.read(descriptor, from: 0, count: count, path)
    }
}
