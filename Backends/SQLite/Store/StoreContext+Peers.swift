import PolystoreModel

extension StoreContext {
    /// The peer number by which the store names an object of a hierarchy; nil when it never named one of that store.
    func peerNumber(of object: ObjectID, destination root: RootNumber) -> UInt32? {
        if object.store == number, object.root == root { return 0 }
        return peers.knownNumber(of: object.store, object.root)
    }
}
