import PolystoreModel

/// The places in ordered relationships that a child context gave to members.
struct ImportedPlaces {
    struct Entry {
        let relationship: ModelRelationship
        var places: [ObjectID: Int64]
    }

    private(set) var entries: [ToManyKey: Entry] = [:]

    mutating func put(_ member: ObjectID, at place: Int64, of owner: ObjectID, _ relationship: ModelRelationship) {
        let key = ToManyKey(owner, relationship.key)
        entries[key, default: Entry(relationship: relationship, places: [:])].places[member] = place
    }
}
