import PolystoreModel

/// Members of a to-many relationship, each once: a sorted list as long as they come in order, a set from then on.
///
/// Most relationships that are read are never changed, what is new comes behind what is there, and what is deleted is
/// deleted in the order of a fetch: a set of the members would cost more than all of that.
package struct MemberSet {
    private var sorted: [ObjectID]
    /// The same once something was changed out of order; then `sorted` is empty.
    private var members: Set<ObjectID>?

    package init() { sorted = [] }

    /// Takes members in any order.
    package init(_ objects: [ObjectID]) {
        sorted = objects
        if zip(objects, objects.dropFirst()).contains(where: { $1 < $0 }) { sorted.sort() }
    }

    /// Whether there is no member.
    package var isEmpty: Bool { members?.isEmpty ?? sorted.isEmpty }

    /// The members in order.
    package var inOrder: [ObjectID] { members?.sorted() ?? sorted }

    package func contains(_ object: ObjectID) -> Bool {
        if let members { return members.contains(object) }
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < object { low = middle + 1 } else { high = middle }
        }
        return low < sorted.count && sorted[low] == object
    }

    /// Adds an object that may be a member already.
    ///
    /// - Complexity: Constant when it comes behind the members.
    package mutating func insert(_ object: ObjectID) {
        if members == nil, sorted.last.map({ $0 < object }) ?? true {
            sorted.append(object)
        } else if !contains(object) {
            change { $0.insert(object) }
        }
    }

    /// Takes an object out; false when it is no member.
    @discardableResult
    package mutating func remove(_ object: ObjectID) -> Bool {
        guard contains(object) else { return false }
        change { $0.remove(object) }
        return true
    }

    /// Adds objects, each of which is named once.
    ///
    /// - Complexity: Linear in the objects when all come behind the members, as those that are new do.
    package mutating func formUnion(_ objects: [ObjectID]) {
        if objects.isEmpty { return }
        if members == nil, Self.isAscending(objects), sorted.last.map({ $0 < objects[0] }) ?? true {
            if sorted.isEmpty { sorted = objects } else { sorted.append(contentsOf: objects) }
            return
        }
        change { $0.formUnion(objects) }
    }

    private static func isAscending(_ objects: [ObjectID]) -> Bool {
        objects.indices.dropFirst().allSatisfy { objects[$0 - 1] < objects[$0] }
    }

    /// Takes objects out.
    package mutating func subtract(_ objects: MemberSet) {
        if !isEmpty, !objects.isEmpty { change { $0.subtract(objects) } }
    }

    private mutating func change(_ body: (inout Set<ObjectID>) -> Void) {
        var all = members ?? Set(sorted)
        // Given up before the change, so that the change does not copy it.
        members = nil
        sorted = []
        body(&all)
        members = all
    }
}

extension MemberSet: Sequence {
    package func makeIterator() -> AnyIterator<ObjectID> {
        if let members { return AnyIterator(members.makeIterator()) }
        return AnyIterator(sorted.makeIterator())
    }
}
