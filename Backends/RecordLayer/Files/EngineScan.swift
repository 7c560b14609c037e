import PolystoreStorage

/// A walk through a range of a table, some entries at a time, so that an engine in another module is called once for many.
public protocol EngineScan: AnyObject, Sendable {
    /// An entry, valid until the view that is walked through is ended or changed.
    typealias Entry = OrderedReading.Entry

    /// Appends the next entries of the range, at most so many; fewer only at the end.
    func append(_ limit: Int, to entries: inout [Entry]) throws(StoreError)

    /// Passes over the next entries of the range, at most so many, and says how many there were.
    func count(_ limit: Int) throws(StoreError) -> Int

    /// Ends the walk, before the view is ended.
    func end()
}

extension EngineScan {
    /// Counts by fetching.
    public func count(_ limit: Int) throws(StoreError) -> Int {
        var count = 0
        var entries: [Entry] = []
        while count < limit {
            entries.removeAll(keepingCapacity: true)
            let wanted = min(ScanStep.largest, limit - count)
            try append(wanted, to: &entries)
            count += entries.count
            if entries.count < wanted { break }
        }
        return count
    }
}

/// How many entries a walk fetches at a time: more each time, because most walks are short.
struct ScanStep {
    static let largest = 64

    private(set) var count = 4

    mutating func grow() { count = min(count * 4, Self.largest) }
}
