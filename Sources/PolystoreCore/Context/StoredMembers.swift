import PolystoreModel

/// The stored members of a to-many relationship: a sorted list, shared with the members that the context shows, until
/// something is changed.
///
/// Most relationships that are read are never changed, and a set of their members would cost more than reading them.
package struct StoredMembers {
    private var sorted: [ObjectID]
    /// The same once something was changed; then `sorted` is empty.
    private var members: Set<ObjectID>?

    package init() { sorted = [] }

    /// Takes members in any order.
    package init(_ objects: [ObjectID]) {
        sorted = objects
        if zip(objects, objects.dropFirst()).contains(where: { $1 < $0 }) { sorted.sort() }
    }

    /// The members in order, as they were read.
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

    package mutating func insert(_ object: ObjectID) { change { $0.insert(object) } }

    package mutating func remove(_ object: ObjectID) { change { $0.remove(object) } }

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

    package mutating func subtract(_ objects: Set<ObjectID>) {
        if !objects.isEmpty { change { $0.subtract(objects) } }
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

extension StoredMembers: Sequence {
    package func makeIterator() -> AnyIterator<ObjectID> {
        if let members { return AnyIterator(members.makeIterator()) }
        return AnyIterator(sorted.makeIterator())
    }
}
