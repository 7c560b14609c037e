import PolystoreModel

extension RecordCatalog {
    /// The peer under which a reference of a relationship names an object; nil when no row can name it yet.
    func peer(of object: ObjectID, destination: RootNumber) -> UInt32? {
        if object.store == store, object.root == destination { return 0 }
        return peers.knownNumber(of: object.store, object.root)
    }

    /// How an end of a pair is kept; a peer is given to an object of another store if it has none.
    func end(_ object: ObjectID, root: RootNumber) -> LinkKey.End {
        let isOwn = object.store == store && object.root == root
        return LinkKey.End(peer: isOwn ? 0 : peers.number(of: object.store, object.root), key: object.key)
    }

    /// How an end of a pair is kept; nil when no pair can name the object yet.
    func knownEnd(_ object: ObjectID, root: RootNumber) -> LinkKey.End? {
        peer(of: object, destination: root).map { LinkKey.End(peer: $0, key: object.key) }
    }

    /// The object that an end of a pair names; nil for a peer that was never given.
    func object(_ end: LinkKey.End, root: RootNumber) -> ObjectID? {
        if end.peer == 0 { return ObjectID(store: store, root: root, key: end.key) }
        return peers.target(of: end.peer).map { ObjectID(store: $0.store, root: $0.root, key: end.key) }
    }
}
