import PolystoreModel

extension ManagedObjectModel {
    /// Makes the model of the entities that classes describe.
    ///
    /// - Throws: `ModelError` with every problem at once.
    public static func describing(
        _ types: [any Entity.Type], name: String = "model"
    ) throws(ModelError) -> ManagedObjectModel {
        var description = ModelDescription(name: name)
        description.entities = types.map { $0.entity }
        return try ManagedObjectModel(description)
    }
}
