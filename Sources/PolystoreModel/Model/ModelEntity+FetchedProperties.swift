extension ModelEntity {
    /// All fetched properties, inherited ones first.
    public var fetchedProperties: [FetchedPropertyDescription] {
        (superentity?.fetchedProperties ?? []) + description.fetchedProperties
    }

    /// The fetched property of a name, inherited ones included.
    public func fetchedProperty(named name: String) -> FetchedPropertyDescription? {
        description.fetchedProperties.first { $0.name == name } ?? superentity?.fetchedProperty(named: name)
    }
}
