import PolystoreStorage

/// What a planner finds out about the number of entries that a path leads to: counted where there are few, guessed by the
/// place of bounds among the keys where there are many.
///
/// Nothing is kept on disk, and nothing gets out of date: the engine is asked while a query is planned, and only when
/// there is a choice or the request asks for estimates. Counting stops at a limit, so it costs a fraction of what
/// running the query would.
final class RecordStatistics {
    private let take: () throws(StoreError) -> any OrderedSnapshot
    private var taken: (any OrderedSnapshot)?

    /// The limits up to which paths are counted, until one path has been counted to its end.
    static let limits = [128, 2048, 32_768]
    /// Of more ranges than this, some are counted for all.
    private static let largestSample = 32

    /// Makes statistics of a snapshot that is taken when it is needed.
    init(_ take: @escaping () throws(StoreError) -> any OrderedSnapshot) { self.take = take }

    /// The number of objects that a path leads to, or the limit if there are more.
    func count(_ access: RecordPlan.Access, _ root: UInt16, limit: Int) throws(StoreError) -> Int {
        switch access {
        case .nothing: return 0
        case .keys(let keys): return min(limit, keys.count)
        case .records: return min(limit, try size(root))
        case .union(let branches):
            var sum = 0
            for branch in branches where sum < limit { sum += try count(branch.access, root, limit: limit - sum) }
            return min(limit, sum)
        case .referring(_, let plan):
            // As many for each destination as there are on average.
            let each = max(1, try size(root) / max(1, try size(plan.root)))
            let destinations = try count(plan.access, plan.root, limit: limit / each + 1)
            return min(limit, destinations * each)
        case .index(_, let ranges), .merged(_, let ranges):
            let step = (ranges.count + Self.largestSample - 1) / Self.largestSample
            var (sum, index) = (0, 0)
            while index < ranges.count, sum < limit {
                sum += try count(ranges[index].keys, limit: limit - sum) * step
                index += step
            }
            return min(limit, sum)
        }
    }

    /// The number of objects that a path leads to; a guess where there are many.
    func estimate(_ access: RecordPlan.Access, _ root: UInt16) throws(StoreError) -> Int {
        let limit = Self.limits.last ?? 0
        let counted = try count(access, root, limit: limit)
        return counted < limit ? counted : try guess(access, root, atLeast: limit)
    }

    /// A guess at the number of objects that a path leads to, by the place of bounds among the keys.
    func guess(_ access: RecordPlan.Access, _ root: UInt16, atLeast counted: Int) throws(StoreError) -> Int {
        switch access {
        case .nothing, .keys, .records, .referring: return try count(access, root, limit: .max)
        case .union(let branches):
            var sum = 0
            for branch in branches { sum += try estimate(branch.access, root) }
            return min(sum, try size(root))
        case .index(let definition, let ranges), .merged(let definition, let ranges):
            let guess = Double(try size(root)) * (try share(ranges, of: definition))
            return max(counted, Int(min(guess, 1e15)))
        }
    }

    /// The number of objects of a hierarchy: the span of their keys, which are given one after another.
    func size(_ root: UInt16) throws(StoreError) -> Int {
        let range = KeyRange(prefix: RecordKey.prefix(root))
        guard let first = try end(.records, range, .forward), let last = try end(.records, range, .backward),
            first.count == RecordKey.length, last.count == RecordKey.length
        else { return 0 }
        let bounds = (RecordKey.key(of: first), RecordKey.key(of: last))
        let (span, isHuge) = bounds.1.subtractingReportingOverflow(bounds.0)
        return isHuge ? Int.max / 2 : Int(span) + 1
    }

    private func snapshot() throws(StoreError) -> any OrderedSnapshot {
        if let taken { return taken }
        let snapshot = try take()
        taken = snapshot
        return snapshot
    }

    private func count(_ range: KeyRange, limit: Int) throws(StoreError) -> Int {
        let snapshot = try snapshot()
        return try snapshot.reading { () throws(StoreError) in try snapshot.count(.indexes, range, limit: limit) }
    }

    /// The share of an index that lies in ranges, if its keys were spread evenly.
    private func share(_ ranges: [IndexRange], of definition: IndexDefinition) throws(StoreError) -> Double {
        var prefix: [UInt8] = []
        KeyEncoding.append(definition.number, to: &prefix)
        let whole = KeyRange(prefix: prefix)
        guard let first = try end(.indexes, whole, .forward), let last = try end(.indexes, whole, .backward) else {
            return 0
        }
        let common = zip(first, last).prefix { $0 == $1 }.count
        func place(_ key: [UInt8]) -> Double {
            if key.lexicographicallyPrecedes(first) { return fraction(first) }
            if last.lexicographicallyPrecedes(key) { return fraction(last) }
            return fraction(key)
        }
        func fraction(_ key: [UInt8]) -> Double {
            key.dropFirst(common).prefix(7).reversed().reduce(0) { ($0 + Double($1)) / 256 }
        }
        let span = fraction(last) - fraction(first)
        guard span > 0 else { return 1 }
        var sum = 0.0
        for range in ranges { sum += max(0, place(range.upper ?? last) - place(range.lower)) }
        return min(1, sum / span)
    }

    /// The first key of a range, or the last.
    private func end(
        _ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection
    ) throws(StoreError) -> [UInt8]? {
        let snapshot = try snapshot()
        var found: [UInt8]?
        try snapshot.reading { () throws(StoreError) in
            try snapshot.scan(table, range, direction) { (key, _) throws(StoreError) in
                found = Array(key)
                return false
            }
        }
        return found
    }
}

extension RecordKey {
    /// The object's key in the copied key of a record.
    fileprivate static func key(of bytes: [UInt8]) -> Int64 { bytes.withUnsafeBytes { key(atEndOf: $0) } }
}
