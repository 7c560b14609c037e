import PolystoreModel

/// Some of the IDs that were met, so that most of what many objects refer to is looked for once.
///
/// Each ID has one place, which it shares with others: it is known until one of these is met.
struct RecentIdentities {
    private var places: [ObjectID?]

    /// Makes room for what a number of objects may refer to, up to four hundred kilobytes.
    init(among count: Int) {
        let most = 1 << 14
        places = Array(repeating: nil, count: count >= most ? most : 1 << (Int.bitWidth - count.leadingZeroBitCount))
    }

    /// Notes an ID; false when it is still known from before.
    ///
    /// - Complexity: O(1); nothing is hashed, because keys that are used together mostly follow each other.
    @inline(__always)
    mutating func insert(_ objectID: ObjectID) -> Bool {
        let place = Int(truncatingIfNeeded: objectID.key) & (places.count - 1)
        if places[place] == objectID { return false }
        places[place] = objectID
        return true
    }
}
