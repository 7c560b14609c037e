import Foundation

/// The stores that commit together through one log.
public struct CommitDomain: Hashable, Sendable, Codable {
    /// The UUID of the commit log.
    public var log: UUID
    /// The UUIDs of the member stores.
    public var members: [UUID]

    /// Makes a domain.
    public init(log: UUID, members: [UUID]) {
        self.log = log
        self.members = members
    }
}
