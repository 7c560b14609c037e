import PolystoreModel

/// What a request has found, as a value: the objects in order, by their IDs, and the sections that they form.
///
/// Results never change and may go anywhere. `FetchedResultsController` has the objects; `ResultValues` has their values.
///
/// Results of a request without sections have exactly one, also while it is empty; others have none without objects.
public struct FetchedResults: Sendable {
    /// The objects, in order; none stands there twice.
    public let objectIDs: [ObjectID]
    /// The sections, in order; together they cover the objects.
    public let sections: [FetchedResultsSection]
    /// Whether a key path divides the objects into sections.
    public let isSectioned: Bool
    /// Where each object stands; made at the first look-up.
    let places: ResultPlaces

    /// Results without objects.
    public init(sectioned isSectioned: Bool = false) {
        self.init(objectIDs: [], sections: isSectioned ? [] : [Self.whole(0)], isSectioned: isSectioned)
    }

    // INVARIANT: the sections' ranges follow one another from 0 to the number of objects.
    init(objectIDs: [ObjectID], sections: [FetchedResultsSection], isSectioned: Bool) {
        self.objectIDs = objectIDs
        self.sections = sections
        self.isSectioned = isSectioned
        places = ResultPlaces()
    }

    /// The only section of results without a key path for sections.
    static func whole(_ count: Int) -> FetchedResultsSection { FetchedResultsSection(key: .missing, range: 0..<count) }

    /// How many objects there are.
    public var count: Int { objectIDs.count }

    /// Whether there is no object.
    public var isEmpty: Bool { objectIDs.isEmpty }

    /// The objects of a section, in order; none for an index without a section.
    public func objectIDs(inSection section: Int) -> ArraySlice<ObjectID> {
        sections.indices.contains(section) ? objectIDs[sections[section].range] : []
    }
}

extension FetchedResults: Hashable {
    /// Whether both have the same objects in the same order and the same sections.
    public static func == (left: FetchedResults, right: FetchedResults) -> Bool {
        left.objectIDs == right.objectIDs && left.isSectioned == right.isSectioned
            && left.sections.elementsEqual(right.sections) { $0.range == $1.range && $0.hasKey(of: $1) }
    }

    /// Hashes the objects.
    public func hash(into hasher: inout Hasher) { hasher.combine(objectIDs) }
}
