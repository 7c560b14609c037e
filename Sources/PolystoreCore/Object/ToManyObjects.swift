import PolystoreModel

/// The objects of a to-many relationship: a live view, read from the store when it is first looked at.
///
/// Adding and removing maintains the inverse at once. Without an order the objects come by store and key; with one, in
/// the order that was given. The view belongs to its object's context.
///
/// - Complexity: The first access is one round trip for all members with their rows; later ones are none.
public struct ToManyObjects<Destination: ManagedObject> {
    let owner: ManagedObject
    let relationship: ModelRelationship?

    init(owner: ManagedObject, relationship: ModelRelationship?) {
        self.owner = owner
        self.relationship = relationship
    }

    /// The members' IDs; reads the relationship but makes no objects.
    public var objectIDs: [ObjectID] { relationship.map { owner.members(of: $0) } ?? [] }

    /// Whether the members have not been read.
    public var isFault: Bool {
        guard let relationship else { return true }
        return owner.managedObjectContext?.toManyState(owner.identity, relationship).isFault ?? true
    }

    /// Whether an object is a member.
    public func contains(_ object: Destination) -> Bool {
        guard let relationship else { return false }
        return owner.isMember(object.identity, of: relationship)
    }

    /// Adds an object, at the end of an ordered relationship; nothing happens when it is a member already.
    public func insert(_ object: Destination) {
        if let relationship { owner.addMember(object, to: relationship, at: nil) }
    }

    /// Adds an object at a place of an ordered relationship.
    public func insert(_ object: Destination, at index: Int) {
        if let relationship { owner.addMember(object, to: relationship, at: index) }
    }

    /// Adds objects, in their order.
    public func formUnion(_ objects: some Sequence<Destination>) { for object in objects { insert(object) } }

    /// Removes an object; nothing happens when it is no member.
    public func remove(_ object: Destination) {
        if let relationship { owner.removeMember(object, from: relationship) }
    }

    /// Removes every object.
    public func removeAll() { for object in Array(self).reversed() { remove(object) } }

    /// Moves a member of an ordered relationship to another place.
    public func move(from source: Int, to destination: Int) {
        guard let relationship else { return }
        var members = owner.members(of: relationship)
        guard members.indices.contains(source), members.indices.contains(destination) else {
            assertionFailure("a member is moved from or to a place that the relationship does not have")
            return
        }
        members.insert(members.remove(at: source), at: destination)
        owner.setOrder(members, of: relationship)
    }
}

extension ToManyObjects: RandomAccessCollection {
    /// The place of the first member.
    public var startIndex: Int { 0 }
    /// The number of members.
    public var endIndex: Int { relationship.map { owner.members(of: $0).count } ?? 0 }

    /// The member at a place.
    public subscript(index: Int) -> Destination {
        guard let relationship, let object = owner.member(at: index, of: relationship, as: Destination.self) else {
            preconditionFailure("there is no member at this place")
        }
        return object
    }

    /// Walks over the members as they are now; changing the relationship meanwhile does not disturb the walk.
    public func makeIterator() -> Array<Destination>.Iterator {
        guard let relationship else { return [].makeIterator() }
        return owner.memberObjects(of: relationship, as: Destination.self).makeIterator()
    }
}
