import PolystoreModel

/// The store files that are open in this process, so that none is opened twice: the locks of a process on a file vanish
/// when any descriptor of it closes.
public enum OpenFileRegistry {
    /// A file's entry; it ends with `release`, or with its last reference.
    public final class Entry: Sendable {
        /// The file.
        public let identity: FileIdentity
        private let isHeld = Protected(true)

        init(identity: FileIdentity) { self.identity = identity }

        deinit { release() }

        /// Lets the file be opened again; further calls do nothing.
        public func release() {
            isHeld.withLock { isHeld in
                guard isHeld else { return }
                isHeld = false
                OpenFileRegistry.files.withLock { _ = $0.remove(identity) }
            }
        }
    }

    private static let files = Protected<Set<FileIdentity>>([])

    /// Enters a file.
    ///
    /// - Throws: `alreadyOpen` when it is open in this process, under any path.
    public static func enter(_ identity: FileIdentity, path: String, store: String) throws(StoreError) -> Entry {
        guard files.withLock({ $0.insert(identity).inserted }) else {
            throw StoreError(.alreadyOpen, [.store: store, .path: path])
        }
        return Entry(identity: identity)
    }

    /// Whether a file is open in this process.
    public static func isOpen(_ identity: FileIdentity) -> Bool { files.withLock { $0.contains(identity) } }
}
