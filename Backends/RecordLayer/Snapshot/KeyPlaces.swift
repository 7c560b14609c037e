/// The places of keys that lie close together in a list.
struct KeyPlaces {
    /// The smallest key.
    let lowest: Int64
    /// The largest key.
    let highest: Int64
    /// The place of each key from the smallest on, -1 for those that are not in the list.
    private var places: [Int32]

    /// How many times as many keys there may be between the smallest and the largest.
    private static let spread = Int64(4)

    /// Takes keys, each of which is there once; nil when they lie too far from each other.
    init?(_ keys: [Int64]) {
        guard let lowest = keys.min(), let highest = keys.max(), keys.count < Int32.max else { return nil }
        let (span, isHuge) = highest.subtractingReportingOverflow(lowest)
        guard !isHuge, span / Self.spread < Int64(keys.count) else { return nil }
        self.lowest = lowest
        self.highest = highest
        places = Array(repeating: -1, count: Int(span) + 1)
        for (place, key) in keys.enumerated() { places[Int(key - lowest)] = Int32(place) }
    }

    /// The place of a key; nil for one that is not in the list.
    @inline(__always)
    func place(of key: Int64) -> Int? {
        guard key >= lowest, key <= highest else { return nil }
        let place = places[Int(key - lowest)]
        return place < 0 ? nil : Int(place)
    }
}
