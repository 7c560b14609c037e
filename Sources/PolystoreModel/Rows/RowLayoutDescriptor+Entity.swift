extension RowLayoutDescriptor {
    /// Lays out a concrete entity.
    ///
    /// - Parameters:
    ///   - entity: The entity.
    ///   - number: The layout's number in the store.
    ///   - entityNumber: The entity's number in the store.
    ///   - isKept: Whether the store keeps the references of a to-one relationship at all; a durable store keeps none
    ///     into a volatile one.
    ///   - mayLeaveStore: Whether a relationship's destination may live in another store.
    public init(
        _ entity: ModelEntity, number: UInt16, entityNumber: UInt16, isKept: (ModelRelationship) -> Bool,
        mayLeaveStore: (ModelRelationship) -> Bool
    ) {
        let levels = entity.lineage.map { level in
            var slots: [Slot] = []
            for element in level.ownAttributes.flatMap(\.storedElements) {
                slots.append(
                    Slot(name: element.key.name, kind: element.kind, hasPeer: element.kind == .objectReference))
            }
            for relationship in level.ownRelationships where relationship.form == .reference && isKept(relationship) {
                slots.append(
                    Slot(
                        name: relationship.name, kind: .reference, hasPeer: mayLeaveStore(relationship),
                        destinationRoot: relationship.destination.rootNumber.name))
                if relationship.keepsInverseOrder, let inverse = relationship.inverse {
                    slots.append(Slot(name: inverse.orderKey.name, kind: .orderKey))
                }
            }
            return slots.sorted(byName: \.name)
        }
        self.init(
            number: number, entity: entity.name, root: entity.rootNumber.name, entityNumber: entityNumber,
            levels: levels)
    }
}
