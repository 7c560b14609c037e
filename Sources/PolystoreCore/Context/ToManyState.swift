import PolystoreModel

/// The objects of one to-many relationship of one object, as the context sees them.
///
/// Until the relationship is read, only what the context changed is known; then the stored members are known too, and
/// `members` is both together.
package struct ToManyState {
    /// The objects as the context sees them, in order (by key, when the relationship has no order); nil for a fault.
    package var members: [ObjectID]?
    /// The same, for membership tests; built when there are more than a few.
    private var memberSet: Set<ObjectID>?
    /// What the store has, as far as it was read.
    package var stored: Set<ObjectID> = []
    /// The places of the stored members in the order, as far as they are known.
    package var orders: [ObjectID: Int64] = [:]
    /// Objects that were added since the last save, in the order of adding.
    package private(set) var added: [ObjectID] = []
    private var addedSet: Set<ObjectID> = []
    /// Objects that were removed since the last save.
    package private(set) var removed: Set<ObjectID> = []
    /// Members whose place in the order is to be written at the next save.
    package var replaced: Set<ObjectID> = []
    /// Whether the order was changed since the last save.
    package var isReordered = false

    package init() {}

    /// Whether the stored members have not been read.
    package var isFault: Bool { members == nil }
    /// Whether there is anything to save.
    package var hasChanges: Bool { !added.isEmpty || !removed.isEmpty || isReordered }

    /// Takes the stored members, in order, and applies what was changed before they were known.
    package mutating func materialize(_ storedMembers: [ObjectID], orders: [ObjectID: Int64], isOrdered: Bool) {
        stored = Set(storedMembers)
        self.orders = orders
        var result = removed.isEmpty ? storedMembers : storedMembers.filter { !removed.contains($0) }
        for object in added where !stored.contains(object) { result.append(object) }
        if !isOrdered { result.sort() }
        members = result
        memberSet = nil
    }

    /// Whether an object was added since the last save.
    package func isAdded(_ object: ObjectID) -> Bool { addedSet.contains(object) }

    /// Whether an object is a member; nil when that is not known yet.
    package mutating func contains(_ object: ObjectID) -> Bool? {
        if addedSet.contains(object) { return true }
        if removed.contains(object) { return false }
        guard let members else { return nil }
        if members.count <= 16 { return members.contains(object) }
        let set = memberSet ?? Set(members)
        memberSet = set
        return set.contains(object)
    }

    /// Adds an object at the end, or at a place; nothing happens when it is a member already.
    package mutating func add(_ object: ObjectID, at index: Int? = nil, isOrdered: Bool) {
        if contains(object) == true { return }
        if removed.remove(object) == nil {
            if addedSet.insert(object).inserted { added.append(object) }
        } else if isOrdered {
            isReordered = true
        }
        guard let known = members else { return }
        let place = isOrdered ? min(index ?? known.count, known.count) : sortedIndex(of: object)
        members?.insert(object, at: place)
        if isOrdered, index != nil { isReordered = true }
        memberSet?.insert(object)
    }

    /// Removes an object; nothing happens when it is known not to be a member.
    package mutating func remove(_ object: ObjectID) {
        if contains(object) == false { return }
        if addedSet.remove(object) != nil {
            added.removeAll { $0 == object }
            if stored.contains(object) { removed.insert(object) }
        } else {
            removed.insert(object)
        }
        if let index = members?.firstIndex(of: object) { members?.remove(at: index) }
        memberSet?.remove(object)
    }

    /// Puts members that are known into another order.
    package mutating func reorder(_ objects: [ObjectID]) {
        members = objects
        isReordered = true
    }

    /// Takes what was saved as stored.
    package mutating func acceptSaved() {
        stored.formUnion(added)
        stored.subtract(removed)
        added = []
        addedSet = []
        removed = []
        replaced = []
        isReordered = false
    }

    /// Forgets the stored members; what was changed stays.
    package mutating func becomeFault() {
        members = nil
        memberSet = nil
        stored = []
        orders = [:]
    }

    /// Forgets what was changed; the members are read again when they are needed.
    package mutating func discardChanges() {
        added = []
        addedSet = []
        removed = []
        replaced = []
        isReordered = false
        members = nil
        memberSet = nil
        stored = []
        orders = [:]
    }

    private func sortedIndex(of object: ObjectID) -> Int {
        guard let members else { return 0 }
        var low = 0
        var high = members.count
        while low < high {
            let middle = (low + high) / 2
            if members[middle] < object { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
