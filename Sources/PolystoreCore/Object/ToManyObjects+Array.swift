import PolystoreModel

/// What arrays can do, done to the relationship at once. Places have a meaning in ordered relationships only; an object is
/// a member once, so what would be there twice moves.
extension ToManyObjects {
    /// Adds an object at the end; one that is a member already stays where it is.
    public func append(_ object: Destination) { insert(object) }

    /// Adds objects at the end, in their order; members stay where they are.
    public func append(contentsOf objects: some Sequence<Destination>) { formUnion(objects) }

    /// Adds objects at a place, in their order; members move there.
    public func insert(contentsOf objects: some Sequence<Destination>, at index: Int) {
        replaceSubrange(index..<index, with: objects)
    }

    /// Removes the member at a place.
    ///
    /// - Returns: The object that was there.
    @discardableResult
    public func remove(at index: Int) -> Destination {
        let object = self[index]
        remove(object)
        return object
    }

    /// Moves a member of an ordered relationship to another place.
    public func move(from source: Int, to destination: Int) {
        reorder { members in
            guard members.indices.contains(source), members.indices.contains(destination) else { return false }
            members.insert(members.remove(at: source), at: destination)
            return true
        }
    }

    /// Exchanges two members of an ordered relationship.
    public func swapAt(_ first: Int, _ second: Int) {
        reorder { members in
            guard members.indices.contains(first), members.indices.contains(second) else { return false }
            members.swapAt(first, second)
            return true
        }
    }

    /// Brings the members of an ordered relationship into an order.
    public func sort(by areInIncreasingOrder: (Destination, Destination) throws -> Bool) rethrows {
        let sorted = try sorted(by: areInIncreasingOrder).map(\.identity)
        reorder { members in
            members = sorted
            return true
        }
    }

    /// Turns the order of an ordered relationship round.
    public func reverse() {
        reorder { members in
            members.reverse()
            return true
        }
    }

    /// Makes other objects the members, in their order.
    public func replaceAll(with objects: some Sequence<Destination>) {
        guard let (owner, relationship) = target else { return }
        owner.replaceMembers(Array(objects), of: relationship)
    }

    /// Puts objects in the place of some members; those of them that are members elsewhere move there.
    public func replaceSubrange(_ range: Range<Int>, with objects: some Sequence<Destination>) {
        let members = Array(self)
        guard range.lowerBound >= 0, range.upperBound <= members.count else {
            assertionFailure("members are replaced at places that the relationship does not have")
            return
        }
        let new = Array(objects)
        let moved = Set(new.map(\.identity))
        let before = members[..<range.lowerBound].filter { !moved.contains($0.identity) }
        let behind = members[range.upperBound...].filter { !moved.contains($0.identity) }
        replaceAll(with: before + new + behind)
    }

    /// Puts an object in the place of a member.
    func replace(at index: Int, with object: Destination) {
        let old = self[index]
        guard old.identity != object.identity else { return }
        if contains(object) {
            insert(object, at: index)
        } else {
            replaceSubrange(index..<index + 1, with: CollectionOfOne(object))
        }
    }

    /// Moves a member to a place, or to the end when there is no such place.
    func place(_ member: Destination, at index: Int) {
        reorder { members in
            members.removeAll { $0 == member.identity }
            members.insert(member.identity, at: Swift.min(Swift.max(index, 0), members.count))
            return true
        }
    }

    /// Changes the order; the change says whether it could be made.
    private func reorder(_ change: (inout [ObjectID]) -> Bool) {
        guard let (owner, relationship) = target else { return }
        var members = owner.members(of: relationship)
        guard change(&members) else {
            assertionFailure("a member is moved from or to a place that the relationship does not have")
            return
        }
        owner.setOrder(members, of: relationship)
    }
}

extension ToManyObjects: ExpressibleByArrayLiteral {
    /// Takes objects that are to be assigned to a relationship.
    public init(arrayLiteral objects: Destination...) { self.init(objects) }
}
