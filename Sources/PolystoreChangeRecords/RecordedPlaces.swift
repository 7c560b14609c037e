import PolystoreModel
import PolystoreStorage

/// The stores and hierarchies of the objects that one message names, numbered in the order in which they come up.
struct RecordedPlaces {
    private(set) var list: [ObjectPlace] = []
    private var numbers: [ObjectPlace: UInt32] = [:]

    init(_ objects: some Sequence<ObjectID>) {
        for object in objects {
            let place = ObjectPlace(store: object.store, root: object.root)
            guard numbers[place] == nil else { continue }
            numbers[place] = UInt32(list.count)
            list.append(place)
        }
    }

    /// The number of the place of an object that the list was made of.
    func number(of object: ObjectID) -> UInt32 {
        guard let number = numbers[ObjectPlace(store: object.store, root: object.root)] else {
            preconditionFailure("an object is written whose place is not")
        }
        return number
    }
}
