import PolystoreModel

/// The difference between two states of fetched results, as a value.
///
/// Index paths of deletions, and those that moves come from, are of the old results; all others are of the new. So a list is
/// brought up to the new results in this order: deleted and moved objects are taken out, sections are deleted, moved and
/// inserted, and inserted and moved objects are put in by ascending index paths. `applied(to:)` does that.
///
/// Objects that changed move rather than others, and of those no more than need be.
public struct FetchedResultsDiff: Hashable, Sendable, Codable {
    /// The changes of sections: deletions, insertions, moves, then updates, each in ascending order.
    public let sections: [SectionChange]
    /// The changes of objects: deletions, insertions, moves, then updates, each in ascending order.
    public let objects: [ObjectChange]

    /// Whether nothing changed.
    public var isEmpty: Bool { sections.isEmpty && objects.isEmpty }

    init(sections: [SectionChange], objects: [ObjectChange]) {
        self.sections = sections
        self.objects = objects
    }

    /// The difference between two states.
    ///
    /// - Parameters:
    ///   - old: The results before.
    ///   - new: The results after.
    ///   - updated: The objects whose values changed; others than those of both states do not count.
    /// - Complexity: O(*n*) in the number of objects, and O(*m* log *m*) for the part in which the two differ.
    public init(from old: FetchedResults, to new: FetchedResults, updated: Set<ObjectID> = []) {
        self = ResultComparison(old, new, updated: updated).diff
    }
}

extension FetchedResults {
    /// What changed since other results; see `FetchedResultsDiff`.
    public func difference(
        from old: FetchedResults, updated: Set<ObjectID> = []
    ) -> FetchedResultsDiff {
        FetchedResultsDiff(from: old, to: self, updated: updated)
    }
}
