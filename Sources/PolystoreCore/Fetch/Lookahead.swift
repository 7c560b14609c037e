import PolystoreModel
import PolystoreQuery

/// Reads what the paths of a predicate or an order will look at, for a whole batch of rows at a time.
struct Lookahead {
    private let paths: [ResolvedPath]

    /// The paths of a predicate and of sort keys that lead beyond the row itself.
    init(_ predicate: ResolvedPredicate?, _ sortKeys: [ResolvedSortKey]) {
        var paths = Set<ResolvedPath>()
        func visit(_ predicate: ResolvedPredicate) {
            switch predicate {
            case .constant: break
            case .comparison(let comparison):
                for case .path(let path) in [comparison.left, comparison.right] where !path.steps.isEmpty {
                    paths.insert(path)
                }
            case .expression(let comparison): paths.formUnion(comparison.pathsToReadAhead)
            case .and(let parts), .or(let parts): parts.forEach(visit)
            case .not(let part): visit(part)
            }
        }
        if let predicate { visit(predicate) }
        for key in sortKeys { paths.formUnion(key.pathsToReadAhead) }
        self.paths = Array(paths)
    }

    /// Paths that lead beyond the row itself.
    init(_ paths: [ResolvedPath]) { self.paths = Array(Set(paths)) }

    /// Whether nothing beyond the row is looked at.
    var isEmpty: Bool { paths.isEmpty }

    /// Reads for some rows.
    ///
    /// - Complexity: A bounded number of round trips per step of each path.
    func prepare(_ rows: some Sequence<RowView>, _ source: any BatchedRowSource) throws {
        for path in paths { try prepare(path, rows, source) }
    }

    /// Reads for objects whose own rows are not read yet, and for what the paths lead to from there.
    ///
    /// - Complexity: One round trip more than for their rows.
    func prepare(from objects: Set<ObjectID>, _ source: any BatchedRowSource) throws {
        guard !objects.isEmpty else { return }
        try source.prepareRows(of: Array(objects))
        for path in paths { try prepare(path, from: objects, EmptyCollection(), source) }
    }

    private func prepare(
        _ path: ResolvedPath, from starts: Set<ObjectID> = [], _ rows: some Sequence<RowView>,
        _ source: any BatchedRowSource
    ) throws {
        var objects = starts
        for (index, step) in path.steps.enumerated() {
            var next = Set<ObjectID>()
            var unanswered: [ObjectID] = []
            func follow(_ row: RowView) {
                let slot = step.isToMany ? -1 : row.layout.index(of: step.key)
                if slot < 0 {
                    unanswered.append(row.objectID)
                } else if let object = row.reference(row.layout.slots[slot]) {
                    next.insert(object)
                }
            }
            if index == 0 { for row in rows { follow(row) } }
            for object in objects { try source.withRow(of: object, follow) }
            if !unanswered.isEmpty {
                try source.prepareRelated(step, of: unanswered)
                for object in unanswered { next.formUnion(try source.related(step, of: object)) }
            }
            objects = next
            let isLast = index == path.steps.count - 1
            if isLast, path.terminal == .object || path.terminal == .count { return }
            try source.prepareRows(of: Array(objects))
        }
    }
}
