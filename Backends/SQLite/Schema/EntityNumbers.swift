import PolystoreModel

/// The numbers of entities in one store: `Z_ENT`.
enum EntityNumbers {
    /// Numbers a model's entities, parents before children, roots and siblings by name without regard to case, from 1.
    ///
    /// An entity that has a number keeps it; new ones come after all others.
    static func assign(_ model: ManagedObjectModel, keeping known: [String: Int] = [:]) -> [String: Int] {
        var numbers = known
        var next = (known.values.max() ?? 0) + 1
        for entity in walk(model.roots) where numbers[entity.name] == nil {
            numbers[entity.name] = next
            next += 1
        }
        return numbers
    }

    private static func walk(_ entities: [ModelEntity]) -> [ModelEntity] {
        entities.sorted { precedes($0.name, $1.name) }.flatMap { [$0] + walk($0.subentities) }
    }

    private static func precedes(_ left: String, _ right: String) -> Bool {
        let (foldedLeft, foldedRight) = (SQLName.uppercased(left).lowercased(), SQLName.uppercased(right).lowercased())
        if foldedLeft != foldedRight { return foldedLeft.utf8.lexicographicallyPrecedes(foldedRight.utf8) }
        return left.utf8.lexicographicallyPrecedes(right.utf8)
    }
}
