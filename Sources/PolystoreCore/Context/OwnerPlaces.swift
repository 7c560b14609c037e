import PolystoreModel

/// The places of some objects in a list, by their IDs: by the key itself where the keys of one hierarchy lie close
/// together, as those of a fetch do.
struct OwnerPlaces {
    private let store: StoreNumber
    private let root: RootNumber
    private let lowest: Int64
    /// The places by key, with -1 where there is none; empty when `others` has them.
    private var near: [Int32] = []
    private var others: [ObjectID: Int] = [:]

    /// How many times as many keys there may be between the smallest and the largest for a list to be worth it.
    private static let spread = Int64(16)

    /// Takes objects, each of which is there once.
    init(_ objects: [ObjectID]) {
        store = objects.first?.store ?? .none
        root = objects.first?.root ?? RootNumber(rawValue: 0)
        let keys = objects.lazy.map(\.key)
        lowest = keys.min() ?? 0
        let (span, isHuge) = (keys.max() ?? 0).subtractingReportingOverflow(lowest)
        let (store, root) = (store, root)
        if !isHuge, span / Self.spread <= Int64(objects.count), objects.count < Int32.max,
            objects.allSatisfy({ $0.store == store && $0.root == root })
        {
            near = Array(repeating: -1, count: Int(span) + 1)
            for (place, key) in keys.enumerated() { near[Int(key - lowest)] = Int32(place) }
        } else {
            others.reserveCapacity(objects.count)
            for (place, object) in objects.enumerated() { others[object] = place }
        }
    }

    /// The place of an object; nil for one that is not in the list.
    @inline(__always)
    func place(of object: ObjectID) -> Int? {
        guard !near.isEmpty else { return others[object] }
        let (offset, isHuge) = object.key.subtractingReportingOverflow(lowest)
        guard !isHuge, offset >= 0, offset < near.count, object.store == store, object.root == root else { return nil }
        let place = near[Int(offset)]
        return place < 0 ? nil : Int(place)
    }
}
