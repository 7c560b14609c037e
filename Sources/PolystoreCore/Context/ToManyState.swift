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
    /// What the store has; nothing as long as it is a fault.
    package private(set) var stored = MemberSet()
    /// The places of the stored members in the order, as far as they are known.
    package var orders: [ObjectID: Int64] = [:]
    /// Objects that were added since the last save, in the order of adding.
    package private(set) var added: [ObjectID] = []
    /// The same, for membership tests; built when there are more than a few.
    private var addedSet: Set<ObjectID>?
    /// Objects that were removed since the last save.
    package private(set) var removed = MemberSet()
    /// Members whose place in the order is to be written at the next save.
    package var replaced: Set<ObjectID> = []
    /// Whether the order was changed since the last save.
    package private(set) var isReordered = false
    /// Whether stored members are left out of `members` because the context deleted them.
    package private(set) var hidesDeleted = false
    /// The order that was asked for before the members became a fault.
    private var pendingOrder: [ObjectID]?

    package init() {}

    /// Whether the stored members have not been read.
    package var isFault: Bool { members == nil }
    /// Whether there is anything to save.
    package var hasChanges: Bool { !added.isEmpty || !removed.isEmpty || isReordered }

    /// Takes the stored members, in order, and applies what was changed before they were known.
    ///
    /// Stored members that the context deleted are no members, but stay stored until the next save.
    package mutating func materialize(
        _ storedMembers: [ObjectID], orders: [ObjectID: Int64], deleted: Set<ObjectID>, isOrdered: Bool
    ) {
        stored = MemberSet(storedMembers)
        self.orders = orders
        hidesDeleted = !deleted.isEmpty
        var result = storedMembers
        if !removed.isEmpty || !deleted.isEmpty { result.removeAll { removed.contains($0) || deleted.contains($0) } }
        if isOrdered, !added.isEmpty {
            // What was taken out and added again stands at the end, and gets a new place.
            result.removeAll { isAdded($0) }
            result.append(contentsOf: added)
            for object in added { self.orders[object] = nil }
        } else {
            result.append(contentsOf: added.filter { !stored.contains($0) })
        }
        if let pendingOrder { result = Self.arrange(result, as: pendingOrder) }
        pendingOrder = nil
        // Nothing was changed: what is shown is what is stored.
        if !isOrdered {
            let isUnchanged = added.isEmpty && result.count == storedMembers.count
            result = isUnchanged ? stored.inOrder : result.sorted()
        }
        members = result
        memberSet = nil
    }

    /// Members in the order that was asked for; those it does not name follow.
    private static func arrange(_ members: [ObjectID], as order: [ObjectID]) -> [ObjectID] {
        let present = Set(members)
        let named = Set(order)
        return order.filter(present.contains) + members.filter { !named.contains($0) }
    }

    /// Whether an object was added since the last save.
    package mutating func isAdded(_ object: ObjectID) -> Bool {
        if added.count <= 16 { return added.contains(object) }
        let set = addedSet ?? Set(added)
        addedSet = set
        return set.contains(object)
    }

    /// Adds an object that was not added before.
    private mutating func append(_ object: ObjectID) {
        added.append(object)
        addedSet?.insert(object)
    }

    /// Whether an object is a member; nil when that is not known yet.
    package mutating func contains(_ object: ObjectID) -> Bool? {
        if isAdded(object) { return true }
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
        let wasRemoved = removed.remove(object)
        // What was removed from an unread relationship need not have been stored; in an ordered one it needs a new place.
        if !wasRemoved || isOrdered || isFault || !stored.contains(object), !isAdded(object) { append(object) }
        if isOrdered { orders[object] = nil }
        guard let count = members?.count else { return }
        let place = isOrdered ? min(index ?? count, count) : sortedIndex(of: object)
        members?.insert(object, at: place)
        if isOrdered, index != nil { isReordered = true }
        memberSet?.insert(object)
    }

    /// Adds an object that is no member to a relationship without an order.
    package mutating func addNew(_ object: ObjectID) {
        guard members == nil, removed.isEmpty else {
            add(object, isOrdered: false)
            return
        }
        append(object)
    }

    /// Removes an object; nothing happens when it is known not to be a member.
    package mutating func remove(_ object: ObjectID) {
        if members == nil, added.isEmpty, orders.isEmpty {
            removed.insert(object)
            return
        }
        if contains(object) == false { return }
        if !takeBackAddition(of: object) || isFault || stored.contains(object) { removed.insert(object) }
        orders[object] = nil
        replaced.remove(object)
        if let index = place(of: object) { members?.remove(at: index) }
        memberSet?.remove(object)
    }

    /// Forgets an object that was removed and never stored.
    package mutating func forget(_ object: ObjectID) {
        removed.remove(object)
        replaced.remove(object)
    }

    /// Takes over what the rows say of one object, which were exchanged without going through the relationship.
    package mutating func reconcile(_ object: ObjectID, isStored: Bool, isMember: Bool, isOrdered: Bool) {
        takeBackAddition(of: object)
        removed.remove(object)
        replaced.remove(object)
        orders[object] = nil
        if isMember, !isStored, !isAdded(object) { append(object) }
        if isStored, !isMember { removed.insert(object) }
        if isFault { return }
        if isOrdered {
            // The object's place is known to the store only.
            becomeFault()
            return
        }
        if isStored { stored.insert(object) } else { stored.remove(object) }
        let place = place(of: object)
        if isMember, place == nil {
            let sortedPlace = sortedIndex(of: object)
            members?.insert(object, at: sortedPlace)
        } else if !isMember, let place {
            members?.remove(at: place)
        }
        memberSet = nil
    }

    @discardableResult
    private mutating func takeBackAddition(of object: ObjectID) -> Bool {
        guard isAdded(object) else { return false }
        addedSet?.remove(object)
        if let index = Self.index(of: object, in: added) { added.remove(at: index) }
        return true
    }

    /// The place of a member; found by halving where the members are sorted.
    private func place(of object: ObjectID) -> Int? {
        guard let members else { return nil }
        let guess = sortedIndex(of: object)
        if guess < members.count, members[guess] == object { return guess }
        return Self.index(of: object, in: members)
    }

    /// The place of an object, looked for from both ends: a caller that takes out all from either end looks at one at a
    /// time.
    private static func index(of object: ObjectID, in objects: [ObjectID]) -> Int? {
        var (low, high) = (0, objects.count - 1)
        while low <= high {
            if objects[low] == object { return low }
            if objects[high] == object { return high }
            (low, high) = (low + 1, high - 1)
        }
        return nil
    }

    /// Puts members that are known into another order.
    package mutating func reorder(_ objects: [ObjectID]) {
        members = objects
        isReordered = true
    }

    /// Forgets that members were put into another order when they stand as they are stored.
    package mutating func forgetVainOrder() {
        guard isReordered, added.isEmpty, removed.isEmpty, let members else { return }
        let places = members.map { orders[$0] ?? 0 }
        guard places.allSatisfy({ $0 > 0 }), zip(places, places.dropFirst()).allSatisfy({ $0 < $1 }) else { return }
        isReordered = false
    }

    /// Takes what was saved as stored.
    package mutating func acceptSaved() {
        if !isFault {
            stored.formUnion(added)
            stored.subtract(removed)
        }
        added = []
        addedSet = nil
        removed = MemberSet()
        replaced = []
        isReordered = false
        pendingOrder = nil
    }

    /// Forgets the stored members; what was changed stays.
    package mutating func becomeFault() {
        if isReordered { pendingOrder = members ?? pendingOrder }
        hidesDeleted = false
        members = nil
        memberSet = nil
        stored = MemberSet()
        orders = [:]
    }

    /// Forgets that the order was changed; what was added and removed stays.
    package mutating func dropOrder() {
        guard isReordered || pendingOrder != nil || !replaced.isEmpty else { return }
        isReordered = false
        pendingOrder = nil
        replaced = []
        becomeFault()
    }

    /// Forgets what was changed; the members are read again when they are needed.
    package mutating func discardChanges() {
        added = []
        addedSet = nil
        removed = MemberSet()
        replaced = []
        isReordered = false
        becomeFault()
        pendingOrder = nil
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
