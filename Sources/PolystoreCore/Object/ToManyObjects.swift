import PolystoreModel

/// The objects of a to-many relationship: a live view, read from the store when it is first looked at.
///
/// Adding and removing maintains the inverse at once. Without an order the objects come by store and key; with one, in
/// the order that was given, and the view is used as an array is: `album.tracks[0] = track`,
/// `album.tracks.append(track)`, `album.tracks = [first, second]`. The view belongs to its object's context.
///
/// - Complexity: The first access is one round trip for all members with their rows; later ones are none.
public struct ToManyObjects<Destination: ManagedObject> {
    /// The object whose relationship this is; nil for objects that are to be assigned.
    let owner: ManagedObject?
    let relationship: ModelRelationship?
    /// The objects that are to be assigned.
    private let elements: [Destination]

    init(owner: ManagedObject, relationship: ModelRelationship?) {
        self.owner = owner
        self.relationship = relationship
        elements = []
    }

    /// Takes objects that are to be assigned to a relationship: `album.tracks = ToManyObjects(found)`.
    ///
    /// The collection belongs to no object, so it can be read and assigned but not changed.
    public init(_ objects: some Sequence<Destination>) {
        owner = nil
        relationship = nil
        elements = Array(objects)
    }

    /// The object and its relationship, for reading; nil when there is none.
    var source: (owner: ManagedObject, relationship: ModelRelationship)? {
        guard let owner, let relationship else { return nil }
        return (owner, relationship)
    }

    /// The object and its relationship, for changes.
    var target: (owner: ManagedObject, relationship: ModelRelationship)? {
        assert(owner != nil, "a collection that is to be assigned belongs to no object, so it is not changed")
        return source
    }

    /// The members' IDs; reads the relationship but makes no objects.
    public var objectIDs: [ObjectID] {
        guard let (owner, relationship) = source else { return elements.map(\.identity) }
        return owner.members(of: relationship)
    }

    /// Whether the members have not been read.
    public var isFault: Bool {
        guard let (owner, relationship) = source else { return owner != nil }
        return owner.managedObjectContext?.toManyState(owner.identity, relationship).isFault ?? true
    }

    /// Whether an object is a member.
    public func contains(_ object: Destination) -> Bool {
        guard let (owner, relationship) = source else { return elements.contains { $0.identity == object.identity } }
        return owner.isMember(object.identity, of: relationship)
    }

    /// Adds an object, at the end of an ordered relationship; nothing happens when it is a member already.
    public func insert(_ object: Destination) {
        guard let (owner, relationship) = target else { return }
        owner.addMember(object, to: relationship, at: nil)
    }

    /// Adds an object at a place of an ordered relationship; one that is a member already moves there.
    public func insert(_ object: Destination, at index: Int) {
        guard let (owner, relationship) = target else { return }
        if relationship.isOrdered, owner.isMember(object.identity, of: relationship) {
            place(object, at: index)
        } else {
            owner.addMember(object, to: relationship, at: index)
        }
    }

    /// Adds objects, in their order.
    public func formUnion(_ objects: some Sequence<Destination>) { for object in objects { insert(object) } }

    /// Removes an object; nothing happens when it is no member.
    public func remove(_ object: Destination) {
        guard let (owner, relationship) = target else { return }
        owner.removeMember(object, from: relationship)
    }

    /// Removes every object.
    public func removeAll() { for object in Array(self).reversed() { remove(object) } }
}

extension ToManyObjects: RandomAccessCollection {
    /// The place of the first member.
    public var startIndex: Int { 0 }
    /// The number of members.
    public var endIndex: Int { source.map { $0.owner.members(of: $0.relationship).count } ?? elements.count }

    /// The member at a place.
    ///
    /// Setting it puts an object in its place; one that is a member already moves there, and the others keep their order.
    public subscript(index: Int) -> Destination {
        get {
            guard let (owner, relationship) = source else { return elements[index] }
            guard let object = owner.member(at: index, of: relationship, as: Destination.self) else {
                preconditionFailure("there is no member at this place")
            }
            return object
        }
        nonmutating set { replace(at: index, with: newValue) }
    }

    /// Walks over the members as they are now; changing the relationship meanwhile does not disturb the walk.
    public func makeIterator() -> Array<Destination>.Iterator {
        guard let (owner, relationship) = source else { return elements.makeIterator() }
        return owner.memberObjects(of: relationship, as: Destination.self).makeIterator()
    }
}
