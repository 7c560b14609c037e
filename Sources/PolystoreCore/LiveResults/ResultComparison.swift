import PolystoreModel

/// Finds what changed between two states of results.
struct ResultComparison {
    private let old: FetchedResults
    private let new: FetchedResults
    private let updated: Set<ObjectID>
    /// The new index of each old section; nil for one that is gone.
    private var newSections: [Int?]
    private var deletions: [ObjectChange] = []
    private var insertions: [ObjectChange] = []
    private var moves: [ObjectChange] = []
    private var updates: [ObjectChange] = []
    /// The new sections in which something changed.
    private var touched: Set<Int> = []

    init(_ old: FetchedResults, _ new: FetchedResults, updated: Set<ObjectID>) {
        (self.old, self.new, self.updated) = (old, new, updated)
        let indexes = Dictionary(new.sections.enumerated().map { (SectionKey($1.key), $0) }) { first, _ in first }
        newSections = old.sections.map { indexes[SectionKey($0.key)] }
        compareObjects()
    }

    /// The changes, each kind in ascending order.
    var diff: FetchedResultsDiff {
        FetchedResultsDiff(sections: sectionChanges, objects: deletions + insertions + moves + updates)
    }

    private var sectionChanges: [SectionChange] {
        let staying = newSections.enumerated().compactMap { old, new in new.map { (old: old, new: $0) } }
        let stays = IncreasingRun.heaviest(staying.map { ($0.new, new.sections[$0.new].count + 1) })
        var changes: [SectionChange] = []
        for (index, section) in old.sections.enumerated() where newSections[index] == nil {
            changes.append(.delete(key: section.key, from: index))
        }
        let kept = Set(staying.map(\.new))
        for (index, section) in new.sections.enumerated() where !kept.contains(index) {
            changes.append(.insert(key: section.key, at: index))
        }
        for (section, isPlaced) in zip(staying, stays) where !isPlaced {
            changes.append(.move(key: new.sections[section.new].key, from: section.old, to: section.new))
        }
        let placed = Set(zip(staying, stays).filter(\.1).map(\.0.new))
        for index in touched.intersection(placed).sorted() {
            changes.append(.update(key: new.sections[index].key, at: index))
        }
        return changes
    }

    /// Objects in front and at the end that are the same in the same section are passed over.
    private mutating func compareObjects() {
        let (oldIDs, newIDs) = (old.objectIDs, new.objectIDs)
        let (oldSections, newSections) = (Self.sections(of: old), Self.sections(of: new))
        func areSame(_ before: Int, _ after: Int) -> Bool {
            oldIDs[before] == newIDs[after] && self.newSections[oldSections[before]] == newSections[after]
        }
        let shorter = min(oldIDs.count, newIDs.count)
        var front = 0
        while front < shorter, areSame(front, front) { front += 1 }
        var back = 0
        while back < shorter - front, areSame(oldIDs.count - 1 - back, newIDs.count - 1 - back) { back += 1 }
        let before = front..<(oldIDs.count - back)
        let after = front..<(newIDs.count - back)
        let arrivals = Dictionary(after.map { (newIDs[$0], $0) }) { first, _ in first }
        var staying = Set<ObjectID>()
        // Those of one section, which stand together.
        var candidates: [(old: Int, new: Int)] = []
        var changed: Set<ObjectID> = []
        func settle() -> [(old: Int, new: Int)] {
            defer { candidates.removeAll(keepingCapacity: true) }
            let heavy = candidates.count + 1
            let stays = IncreasingRun.heaviest(
                candidates.map { ($0.new, updated.contains(newIDs[$0.new]) ? 1 : heavy) })
            return zip(candidates, stays).filter { !$1 }.map(\.0)
        }
        var moved: [(old: Int, new: Int)] = []
        for position in before {
            let object = oldIDs[position]
            if let last = candidates.last, oldSections[last.old] != oldSections[position] { moved += settle() }
            guard let place = arrivals[object] else {
                deletions.append(.delete(object, from: path(position, old, oldSections)))
                if let section = self.newSections[oldSections[position]] { touched.insert(section) }
                continue
            }
            staying.insert(object)
            if self.newSections[oldSections[position]] == newSections[place] {
                candidates.append((position, place))
            } else {
                moved.append((position, place))
            }
        }
        moved += settle()
        for (position, place) in moved.sorted(by: { $0.new < $1.new }) {
            changed.insert(newIDs[place])
            moves.append(
                .move(newIDs[place], from: path(position, old, oldSections), to: path(place, new, newSections)))
            touched.insert(newSections[place])
            if let section = self.newSections[oldSections[position]] { touched.insert(section) }
        }
        for position in after where !staying.contains(newIDs[position]) {
            changed.insert(newIDs[position])
            insertions.append(.insert(newIDs[position], at: path(position, new, newSections)))
            touched.insert(newSections[position])
        }
        guard !updated.isEmpty else { return }
        for position in newIDs.indices where updated.contains(newIDs[position]) && !changed.contains(newIDs[position]) {
            updates.append(.update(newIDs[position], at: path(position, new, newSections)))
            touched.insert(newSections[position])
        }
    }

    private func path(_ position: Int, _ results: FetchedResults, _ sections: [Int]) -> ResultIndexPath {
        let section = sections[position]
        return ResultIndexPath(section: section, item: position - results.sections[section].range.lowerBound)
    }

    /// The section of each object.
    private static func sections(of results: FetchedResults) -> [Int] {
        var sections: [Int] = []
        sections.reserveCapacity(results.count)
        for (index, section) in results.sections.enumerated() {
            sections.append(contentsOf: repeatElement(index, count: section.count))
        }
        return sections
    }
}
