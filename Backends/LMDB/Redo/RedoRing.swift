/// Where records lie in a redo log: behind each other, and at the beginning again where room has become free there.
struct RedoRing {
    /// Where the first record may lie: behind the two heads.
    static let start = 2 * RedoFile.headSpacing
    private static let step = 8

    /// How long the log may become.
    let limit: Int
    /// How long it is: what lies before has been written once, so that writing there changes nothing about the file.
    var length: Int
    /// Where the first record lies that is still needed.
    var begin = start
    /// Where the last one ends.
    private(set) var end = start
    private var isEmpty = true

    init(limit: Int, length: Int) { (self.limit, self.length) = (limit, max(length, Self.start)) }

    /// How much longer the log becomes when it does: half a megabyte at most, because a commit waits for it.
    private var growth: Int { min(max(limit / 32, 4 << 10), 512 << 10) }

    /// Where a record of some length can lie, and how long the log has to be made for it; nil when there is no room.
    func place(for count: Int) -> (offset: Int, length: Int)? {
        // What is free never becomes nothing: the end at the beginning means that there are no records.
        if !isEmpty, end < begin { return Self.next(end + count) < begin ? (end, length) : nil }
        if end + count <= length { return (end, length) }
        if Self.next(Self.start + count) < begin { return (Self.start, length) }
        guard end + count <= limit else { return nil }
        return (end, min(max(limit, length), (end + count + growth - 1) / growth * growth))
    }

    /// Takes a place: a record lies there.
    mutating func take(_ offset: Int, _ count: Int) {
        if isEmpty { begin = offset }
        end = Self.next(offset + count)
        isEmpty = false
    }

    /// Forgets all records before a place, where the next one may lie.
    mutating func free(upTo place: Int) {
        begin = place
        isEmpty = begin == end
    }

    /// Where a record may begin that comes behind another one's end.
    static func next(_ offset: Int) -> Int { (offset + step - 1) / step * step }
}
