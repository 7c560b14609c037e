import PolystoreModel

/// One object of a live list, with what its place in the list follows from.
struct LiveEntry {
    let objectID: ObjectID
    /// The object, where the list holds its objects.
    let object: ManagedObject?
    /// What the key path of the sections gives.
    let section: Value
    /// The place in the order as bytes; empty where the list is always fetched anew.
    let place: [UInt8]
}

extension [LiveEntry] {
    /// The index of the first entry that does not come before a place.
    func index(ofPlace place: [UInt8]) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].place.lexicographicallyPrecedes(place) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The entries with others among them, each in its place.
    ///
    /// - Parameter others: Entries in the same order.
    /// - Returns: All entries in order.
    func merged(with others: [LiveEntry]) -> [LiveEntry] {
        guard !others.isEmpty else { return self }
        var result: [LiveEntry] = []
        result.reserveCapacity(count + others.count)
        var next = startIndex
        for other in others {
            let place = index(ofPlace: other.place)
            if place > next { result += self[next..<place] }
            next = Swift.max(next, place)
            result.append(other)
        }
        return result + self[next...]
    }

    /// The results that the entries are; nil when objects of one section do not stand together.
    func results(isSectioned: Bool) -> FetchedResults? {
        let objects = map(\.objectID)
        guard isSectioned else {
            return FetchedResults(objectIDs: objects, sections: [FetchedResults.whole(count)], isSectioned: false)
        }
        var sections: [FetchedResultsSection] = []
        var seen: Set<SectionKey> = []
        var start = 0
        for index in indices where index + 1 == count || !self[index].section.isSameKey(as: self[index + 1].section) {
            guard seen.insert(SectionKey(self[index].section)).inserted else { return nil }
            sections.append(FetchedResultsSection(key: self[index].section, range: start..<(index + 1)))
            start = index + 1
        }
        return FetchedResults(objectIDs: objects, sections: sections, isSectioned: true)
    }
}

extension Value {
    /// Whether both are the key of one section.
    fileprivate func isSameKey(as other: Value) -> Bool {
        if case .string(let text) = self, case .string(let otherText) = other {
            return text.utf8.elementsEqual(otherText.utf8)
        }
        return self == other
    }
}
