import PolystoreModel

/// The store files that are open in this process, so that none is opened twice: the locks of a process on a file vanish
/// when any descriptor of it closes.
public enum OpenFileRegistry {
    /// A file's entry; it ends with `release`, or with its last reference.
    public final class Entry: Sendable {
        /// The file.
        public let identity: FileIdentity
        /// The locks on the file; its name stays locked until the last reference to the entry has gone.
        package let claim: FileClaim
        private let isHeld = Locked(true)

        init(_ claim: FileClaim) {
            identity = claim.identity
            self.claim = claim
        }

        deinit { release() }

        /// Lets the file be opened again; further calls do nothing.
        public func release() {
            isHeld.withLock { isHeld in
                guard isHeld else { return }
                isHeld = false
                claim.unlockForWriting()
                OpenFileRegistry.files.withLock { _ = $0.remove(identity) }
            }
        }
    }

    private static let files = Locked<Set<FileIdentity>>([])

    /// Enters the file at a path, and locks it.
    ///
    /// - Parameters:
    ///   - path: The path, without symbolic links.
    ///   - store: The store's name, for messages.
    ///   - writes: Whether the file is opened for writing; the caller holds the writer's lock.
    ///   - timeout: How long to wait for other processes.
    /// - Returns: The entry, which ends the opening when it is released.
    /// - Throws: `alreadyOpen` when it is open in this process, under any path; `held` when another process has it open
    ///   under another name; `missing`, `permission`.
    public static func enter(
        _ path: String, store: String, writes: Bool, timeout: Duration = .zero
    ) throws(StoreError) -> Entry {
        while true {
            guard let identity = FileIdentity(path: path) else { throw StoreFiles(path: path).missing }
            guard files.withLock({ $0.insert(identity).inserted }) else {
                throw StoreError(.alreadyOpen, [.store: store, .path: path])
            }
            do throws(StoreError) {
                let claim = try FileClaim.take(path, store: store, timeout: timeout)
                if claim.identity == identity {
                    if writes { try claim.lockForWriting(store: store) }
                    return Entry(claim)
                }
            } catch {
                files.withLock { _ = $0.remove(identity) }
                throw error
            }
            // Another file was put in its place meanwhile.
            files.withLock { _ = $0.remove(identity) }
        }
    }

    /// Whether a file is open in this process.
    public static func isOpen(_ identity: FileIdentity) -> Bool { files.withLock { $0.contains(identity) } }

    /// Whether the file at a path is open in this process, under any path.
    package static func isOpen(_ path: String) -> Bool { FileIdentity(path: path).map(isOpen) ?? false }
}
