import Foundation
import PolystoreModel
import PolystoreStorage

/// The stores as they were at one moment: a token that a context reads through, and that contexts share (P4).
///
/// A generation is one consistent cut: which stores there were, and one commit of each. A context that is given
/// `current` takes its generation at its next read; from then on `ManagedObjectContext.queryGeneration` is the token, which
/// may be given to other contexts of the coordinator, on any thread: they read the very same rows. A token outlives the
/// context that took it.
///
/// Stores that were added later are not part of a generation: a fetch finds nothing in them. Rows of a store that was
/// removed from the coordinator stay readable, and its files stay open, until the last generation that shows the store
/// has gone.
///
/// A generation is a lease, because stores keep what it shows: `QueryGenerationLimit` says when one ends. It goes when no
/// token and no context holds it.
public struct QueryGeneration: Hashable, Sendable {
    /// Why a generation has ended.
    public enum End: String, Hashable, Sendable, CaseIterable {
        /// More generations were held than the limit allows, and it was the oldest.
        case count
        /// It was older than the limit allows.
        case age
        /// Stores kept more bytes for it than the limit allows.
        case bytes
        /// The coordinator was closed.
        case closed
    }

    /// The newest commits: a context that is given it takes them at its next read, and keeps to them.
    public static let current = QueryGeneration(nil)

    /// The lease; nil for `current`.
    let lease: GenerationLease?

    init(_ lease: GenerationLease?) { self.lease = lease }

    /// Whether the token owns a cut: not so `current`.
    public var isTaken: Bool { lease != nil }

    /// When the cut was taken; nil for `current`.
    public var takenAt: Date? { lease?.takenAt }

    /// The commit that is shown of each store, by the store's name; empty for `current`.
    public var commits: [String: CommitNumber] {
        guard let lease else { return [:] }
        return Dictionary(lease.parts.map { ($0.name, $0.commit) }, uniquingKeysWith: { first, _ in first })
    }

    /// Why it has ended; nil while it can be read, and for `current`.
    public var end: End? { lease?.end }

    /// Whether both are `current`, or the same cut.
    public static func == (left: Self, right: Self) -> Bool { left.lease === right.lease }

    /// Hashes the identity of the cut.
    public func hash(into hasher: inout Hasher) { hasher.combine(lease.map(ObjectIdentifier.init)) }
}

extension StoreError {
    /// Which limit has ended the generation that was read; nil for other errors.
    public var generationEnd: QueryGeneration.End? {
        guard code == .snapshotExpired else { return nil }
        return details[.reason].flatMap(QueryGeneration.End.init(rawValue:))
    }
}
