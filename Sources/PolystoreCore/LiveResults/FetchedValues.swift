import PolystoreModel

/// The results of a request with the values of the objects, as of one moment, and what changed since those before.
public struct FetchedValues: Sendable {
    /// The results.
    public let results: FetchedResults
    /// The values of the objects, in the order of the results.
    public let values: [ObjectSnapshot]
    /// What changed since the results that the reader got before; for the first ones, since results without objects.
    public let diff: FetchedResultsDiff

    /// The values of the objects of a section, in order; none for an index without a section.
    public func values(inSection section: Int) -> ArraySlice<ObjectSnapshot> {
        results.sections.indices.contains(section) ? values[results.sections[section].range] : []
    }

    /// The values of the object at an index path; nil when there is no such place.
    public func value(at indexPath: ResultIndexPath) -> ObjectSnapshot? {
        guard results.objectID(at: indexPath) != nil else { return nil }
        return values[results.sections[indexPath.section].range.lowerBound + indexPath.item]
    }
}
