import PolystoreModel
import PolystoreStorage

extension MessageReader {
    /// The places that the objects of the message have.
    mutating func places(_ resolution: inout ModelResolution) throws(ChangeSetError) -> [ObjectPlace] {
        var places: [ObjectPlace] = []
        for _ in 0..<(try count(ofAtLeast: 20)) {
            let store = StoreNumber(interning: try uuid())
            places.append(ObjectPlace(store: store, root: resolution.root(named: try text())))
        }
        return places
    }

    /// An object in one of some places.
    mutating func object(in places: [ObjectPlace]) throws(ChangeSetError) -> ObjectID {
        let number = Int(try integer(UInt32.self))
        guard number < places.count else { throw damaged("an object without a place") }
        return ObjectID(store: places[number].store, root: places[number].root, key: try integer())
    }
}
