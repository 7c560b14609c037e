import Foundation
import PolystoreModel
import PolystoreStorage

/// What a generation that is held keeps, and which contexts read through it.
public struct QueryGenerationReport: Hashable, Sendable {
    /// A context that reads through the generation.
    public struct Holder: Hashable, Sendable {
        /// The context's name.
        public let contextName: String?
        /// The author of the context's changes.
        public let author: String?
    }

    /// What is shown and kept of one store.
    public struct Part: Hashable, Sendable {
        /// The store's name.
        public let store: String
        /// The commit that is shown.
        public let commit: CommitNumber
        /// How many commits there were since; nil of a store that cannot say, because it failed.
        public let commitsBehind: UInt64?
        /// What the store keeps for it in its log, its file or its memory, in bytes; see `StoreSnapshot.retainedBytes`.
        public let bytes: Int
    }

    /// When it was taken.
    public let takenAt: Date
    /// How long ago that was.
    public let age: Duration
    /// The contexts that read through it; none where only a token holds it.
    public let holders: [Holder]
    /// The stores that it shows, in the order of the store file.
    public let stores: [Part]

    /// What all stores keep for it, in bytes.
    public var bytes: Int { stores.reduce(0) { $0 + $1.bytes } }

    init(_ lease: GenerationLease, _ set: StoreSet) {
        takenAt = lease.takenAt
        age = lease.since.duration(to: .now)
        holders = lease.holders.map(\.name).map { Holder(contextName: $0.name, author: $0.author) }
        let bytes = lease.retainedBytes
        stores = lease.parts.map { part in
            // Metrics leave out what a store that failed cannot say; its reads tell why.
            let newest = try? set.store(part.store)?.store.newestCommit()
            return Part(
                store: part.name, commit: part.commit, commitsBehind: newest.map { $0 - part.commit },
                bytes: bytes[part.store] ?? 0)
        }
    }
}

extension PersistentStoreCoordinator {
    /// The generations that are held now, the oldest first, for metrics: who holds them, since when, and at what cost.
    ///
    /// - Complexity: O(n) in the number of generations and stores; of stores in memory also in what has changed since.
    public var queryGenerations: [QueryGenerationReport] {
        generations.leases.compactMap { lease in
            lease.valid?.stores.map { QueryGenerationReport(lease, $0) }
        }
    }
}
