import PolystoreModel

/// What a validation can change of an object, to be compared with what it leaves the next time.
struct ValidatedContent: Equatable {
    private let isDeleted: Bool
    private let values: [String: Value]
    private let members: [String: [ObjectID]]

    init(_ object: ManagedObject) {
        isDeleted = object.isDeleted
        var values = object.changedValues()
        for attribute in object.entity.attributes where attribute.isTransient {
            values[attribute.name] = object.taggedValue(of: attribute)
        }
        self.values = values
        var members: [String: [ObjectID]] = [:]
        let changed = object.changedRelationships()
        for relationship in object.entity.relationships
        where relationship.isToMany && changed.contains(relationship.name) {
            members[relationship.name] = object.members(of: relationship)
        }
        self.members = members
    }
}
