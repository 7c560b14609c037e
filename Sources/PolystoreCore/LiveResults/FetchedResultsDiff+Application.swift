import PolystoreModel

extension FetchedResultsDiff {
    /// The new results that the old ones become; nil when the difference is not of these results.
    ///
    /// - Complexity: O(*n*) in the number of objects, and a move of memory for each insertion within a section.
    public func applied(to old: FetchedResults) -> FetchedResults? {
        var lists = old.sections.map { old.objectIDs[$0.range].map(Optional.some) }
        var arrivals: [(path: ResultIndexPath, object: ObjectID)] = []
        for change in objects {
            switch change {
            case .delete(let object, let path):
                guard take(object, at: path, from: &lists) else { return nil }
            case .insert(let object, let path): arrivals.append((path, object))
            case .move(let object, let path, let target):
                guard take(object, at: path, from: &lists) else { return nil }
                arrivals.append((target, object))
            case .update: break
            }
        }
        guard var parts = placed(zip(old.sections.map(\.key), lists.map { $0.compactMap { $0 } }).map { $0 }) else {
            return nil
        }
        arrivals.sort { $0.path < $1.path }
        for arrival in arrivals {
            guard parts.indices.contains(arrival.path.section),
                (0...parts[arrival.path.section].objects.count).contains(arrival.path.item)
            else { return nil }
            parts[arrival.path.section].objects.insert(arrival.object, at: arrival.path.item)
        }
        return results(parts, isSectioned: old.isSectioned)
    }

    private typealias Part = (key: Value, objects: [ObjectID])

    /// Takes an object out of its place, which stays behind empty.
    private func take(_ object: ObjectID, at path: ResultIndexPath, from lists: inout [[ObjectID?]]) -> Bool {
        guard lists.indices.contains(path.section), lists[path.section].indices.contains(path.item),
            lists[path.section][path.item] == object
        else { return false }
        lists[path.section][path.item] = nil
        return true
    }

    /// The sections in their new order, without the deleted ones, and with the inserted ones empty.
    private func placed(_ old: [Part]) -> [Part]? {
        var gone: Set<Int> = []
        var placed: [Int: Part] = [:]
        for change in sections {
            switch change {
            case .delete(_, let index):
                guard old.indices.contains(index), old[index].objects.isEmpty else { return nil }
                gone.insert(index)
            case .insert(let key, let index): placed[index] = (key, [])
            case .move(_, let index, let target):
                guard old.indices.contains(index) else { return nil }
                gone.insert(index)
                placed[target] = old[index]
            case .update: break
            }
        }
        var rest = old.indices.lazy.filter { !gone.contains($0) }.map { old[$0] }.makeIterator()
        var result: [Part] = []
        for index in 0..<(old.count - gone.count + placed.count) {
            guard let part = placed[index] ?? rest.next() else { return nil }
            result.append(part)
        }
        return result
    }

    private func results(_ parts: [Part], isSectioned: Bool) -> FetchedResults? {
        var sections: [FetchedResultsSection] = []
        var objects: [ObjectID] = []
        for part in parts {
            // A section goes with its last object.
            if isSectioned, part.objects.isEmpty { return nil }
            let start = objects.count
            objects += part.objects
            sections.append(FetchedResultsSection(key: part.key, range: start..<objects.count))
        }
        return FetchedResults(objectIDs: objects, sections: sections, isSectioned: isSectioned)
    }
}
