import PolystoreConformance

/// A mistake that a backend's author might make, and the suites of the kit that must not let it pass.
enum Defect: String, CaseIterable, Sendable {
    /// A write from an older version is taken as if it were from the newest.
    case takesStaleWrites
    /// A deletion leaves the row where it is.
    case keepsDeletedRows
    /// Pairs of joins are not written.
    case dropsPairs
    /// Places in orders are not written.
    case dropsPlaces
    /// Nothing is found by what it refers to.
    case findsNoReferences
    /// A plan says that rows are sorted, and they are not.
    case sortsNothing
    /// A plan says that rows are filtered, and they are not.
    case filtersNothing
    /// A question about an entity is answered with the rows of its whole hierarchy.
    case mixesEntities
    /// A snapshot shows what was committed after it.
    case showsNewestCommit
    /// Changes that fail leave their inserts behind.
    case leavesHalves
    /// The same keys are reserved again and again.
    case givesKeysTwice
    /// Free entries of the metadata are not written.
    case forgetsEntries
    /// A store goes on after it was closed.
    case staysOpen
    /// No more than a thousand rows are handed out.
    case handsOutThousandRows
    /// What was saved is gone when the store is opened again.
    case forgetsEverything

    /// Where the kit must notice.
    var suites: [ConformanceSuite] {
        switch self {
        case .takesStaleWrites: [.conflicts, .mergePolicies, .multiStore]
        case .keepsDeletedRows: [.save, .deleteRules, .undo, .batches]
        case .dropsPairs: [.relationships, .multiStore, .undo]
        case .dropsPlaces: [.relationships]
        case .findsNoReferences: [.relationships, .deleteRules, .isolation]
        case .sortsNothing: [.ordering, .liveResults]
        case .filtersNothing: [.fetch, .liveResults]
        case .mixesEntities: [.modelFeatures]
        case .showsNewestCommit: [.isolation]
        case .leavesHalves: [.conflicts]
        case .givesKeysTwice, .forgetsEntries: [.metadata]
        case .staysOpen: [.errors]
        case .handsOutThousandRows: [.limits]
        case .forgetsEverything: [.metadata, .durability]
        }
    }
}
