import PolystoreStorage

/// A walk through a range of a table, some entries at a time, so that an engine in another module is called once for many.
public protocol EngineScan: AnyObject, Sendable {
    /// An entry, valid until the view that is walked through is ended or changed.
    typealias Entry = (key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer)

    /// Appends the next entries of the range, at most so many; fewer only at the end.
    func append(_ limit: Int, to entries: inout [Entry]) throws(StoreError)

    /// Ends the walk, before the view is ended.
    func end()
}

/// How many entries a walk fetches at a time: more each time, because most walks are short.
struct ScanStep {
    private static let largest = 64

    private(set) var count = 4

    mutating func grow() { count = min(count * 4, Self.largest) }
}
