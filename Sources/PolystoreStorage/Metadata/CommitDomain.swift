import Foundation

/// The stores that commit together through one log, as each of them remembers it.
public struct CommitDomain: Hashable, Sendable, Codable {
    /// The UUID of the commit log.
    public var log: UUID
    /// Where the log lay when the store joined it; for messages only, because a copy of the store remembers it as well.
    public var path: String?
    /// Whether the log may hold what the store has not made durable: then the store does not open without it.
    ///
    /// False after a store was closed cleanly.
    public var isOpen: Bool

    /// Makes a domain.
    public init(log: UUID, path: String? = nil, isOpen: Bool) {
        self.log = log
        self.path = path
        self.isOpen = isOpen
    }

    /// What a save changes of a store's domain.
    public enum Change: Hashable, Sendable {
        /// The store is of this domain from now on.
        case set(CommitDomain)
        /// The store is of no domain any more.
        case clear

        /// The domain afterwards.
        public var domain: CommitDomain? {
            switch self {
            case .set(let domain): domain
            case .clear: nil
            }
        }
    }
}
