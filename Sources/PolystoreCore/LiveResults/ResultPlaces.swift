import PolystoreModel

/// Where each object of some results stands; made at the first look-up, because most results are only walked through.
final class ResultPlaces: Sendable {
    private let known = Locked<[ObjectID: Int]?>(nil)

    /// The position of an object in a list, which is the same at each call.
    func position(of object: ObjectID, in objects: [ObjectID]) -> Int? {
        known.withLock { known in
            if let known { return known[object] }
            let made = Dictionary(zip(objects, objects.indices)) { first, _ in first }
            known = made
            return made[object]
        }
    }
}
