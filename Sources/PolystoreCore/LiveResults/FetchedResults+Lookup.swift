import PolystoreModel

extension FetchedResults {
    /// The object at an index path; nil when there is no such place.
    ///
    /// - Complexity: O(1).
    public func objectID(at indexPath: ResultIndexPath) -> ObjectID? {
        guard sections.indices.contains(indexPath.section) else { return nil }
        let range = sections[indexPath.section].range
        guard indexPath.item >= 0, indexPath.item < range.count else { return nil }
        return objectIDs[range.lowerBound + indexPath.item]
    }

    /// The index path of an object; nil when it is not among the results.
    ///
    /// - Complexity: O(1) and a binary search over the sections; the first call looks at all objects.
    public func indexPath(of object: ObjectID) -> ResultIndexPath? {
        places.position(of: object, in: objectIDs).flatMap(indexPath(atPosition:))
    }

    /// The position of an object among all; nil when it is not among the results.
    ///
    /// - Complexity: O(1); the first call looks at all objects.
    public func position(of object: ObjectID) -> Int? { places.position(of: object, in: objectIDs) }

    /// The index path of a position among all objects; nil when there is no such position.
    public func indexPath(atPosition position: Int) -> ResultIndexPath? {
        guard objectIDs.indices.contains(position) else { return nil }
        let section = section(atPosition: position)
        return ResultIndexPath(section: section, item: position - sections[section].range.lowerBound)
    }

    /// The section of a position, which is one.
    private func section(atPosition position: Int) -> Int {
        var (low, high) = (0, sections.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if sections[middle].range.lowerBound <= position { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// The titles of the sections for an index beside a list, each once, in the order of the sections.
    ///
    /// - Parameter title: What a section is called in the index; by default the first letter of its name.
    /// - Returns: The titles.
    public func indexTitles(_ title: (FetchedResultsSection) -> String = \.indexTitle) -> [String] {
        var seen: Set<String> = []
        return sections.map(title).filter { seen.insert($0).inserted }
    }

    /// The first section of a title; nil when no section has it.
    ///
    /// - Parameters:
    ///   - indexTitle: A title out of `indexTitles`.
    ///   - title: What a section is called in the index; the same as there.
    /// - Returns: The index of the section.
    public func section(
        forIndexTitle indexTitle: String, _ title: (FetchedResultsSection) -> String = \.indexTitle
    ) -> Int? {
        sections.firstIndex { title($0) == indexTitle }
    }
}
