/// The properties of an entity by key: found with two array reads, because they are looked for at every set of a
/// relationship.
struct PropertyTable: Sendable {
    /// The place in `properties` of each key's number, -1 for keys of other entities.
    private var places: [Int16]
    private let properties: [ModelProperty]
    /// The relationships at the places of their properties, which hold them.
    private let relationships: [Unmanaged<ModelRelationship>?]

    /// Makes a table; of two properties with one key the last counts.
    init(_ properties: [ModelProperty] = []) {
        self.properties = properties
        relationships = properties.map { property in
            if case .relationship(let relationship) = property { Unmanaged.passUnretained(relationship) } else { nil }
        }
        places = [Int16](repeating: -1, count: (properties.map(\.key.number).max() ?? -1) + 1)
        for (place, property) in properties.enumerated() { places[property.key.number] = Int16(place) }
    }

    subscript(key: PropertyKey) -> ModelProperty? {
        guard key.number < places.count else { return nil }
        let place = Int(places[key.number])
        return place >= 0 ? properties[place] : nil
    }

    /// The relationship of a key; nil for an attribute's.
    ///
    /// Valid as long as the table; nothing is counted.
    func relationship(_ key: PropertyKey) -> Unmanaged<ModelRelationship>? {
        guard key.number < places.count else { return nil }
        let place = Int(places[key.number])
        return place >= 0 ? relationships[place] : nil
    }
}
