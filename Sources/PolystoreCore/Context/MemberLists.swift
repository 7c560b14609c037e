import PolystoreModel

/// The members of some owners, collected as they are found.
///
/// Stores hand out what belongs to one owner together, so the list that is being filled is kept at hand.
struct MemberLists {
    private let places: OwnerPlaces
    private var lists: [[ObjectID]]
    private var owner: ObjectID?
    /// The place of the owner, and its list while it is being filled.
    private var place = 0
    private var list: [ObjectID] = []

    init(of owners: [ObjectID]) {
        places = OwnerPlaces(owners)
        lists = Array(repeating: [], count: owners.count)
    }

    /// Adds a member, and returns the place of its owner; nil when the owner is none of these.
    @inline(__always)
    mutating func append(_ member: ObjectID, to owner: ObjectID) -> Int? {
        if owner != self.owner { guard turn(to: owner) else { return nil } }
        list.append(member)
        return place
    }

    private mutating func turn(to other: ObjectID) -> Bool {
        guard let place = places.place(of: other) else { return false }
        putBack()
        owner = other
        self.place = place
        swap(&list, &lists[place])
        return true
    }

    private mutating func putBack() {
        if owner != nil { swap(&list, &lists[place]) }
        owner = nil
    }

    /// Takes the members of the owner at a place out.
    mutating func take(_ place: Int) -> [ObjectID] {
        putBack()
        defer { lists[place] = [] }
        return lists[place]
    }
}
