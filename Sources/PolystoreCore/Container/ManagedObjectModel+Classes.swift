import PolystoreModel

extension ManagedObjectModel {
    /// Makes the model of the entities that classes describe.
    ///
    /// A class whose description names no parent has that of the nearest of its superclasses among the classes; a
    /// superclass that stands for no entity is passed over.
    ///
    /// - Throws: `ModelError` with every problem at once; with code `superclassMismatch` when a class names another parent
    ///   than the nearest of its superclasses.
    public static func describing(
        _ types: [any Entity.Type], name: String = "model"
    ) throws(ModelError) -> ManagedObjectModel {
        var description = ModelDescription(name: name)
        var problems: [ModelProblem] = []
        for type in types {
            var entity = type.entity
            // A class without a description of its own has that of its superclass, and is no entity.
            if entity.className == String(reflecting: type), let parent = nearestSuperclass(of: type, among: types) {
                let parentName = String(reflecting: parent)
                if entity.superentityName == nil, entity.superclassName == nil { entity.superclassName = parentName }
                let named = entity.superclassName ?? entity.superentityName ?? ""
                if ![parentName, parent.entity.name].contains(named) {
                    let message =
                        "class '\(type)' inherits from '\(parent)', the class of entity '\(parent.entity.name)', "
                        + "but names '\(named)' as the parent of entity '\(entity.name)'"
                    let path: ModelPath = ["entities", entity.name, "parent"]
                    problems.append(ModelProblem(.superclassMismatch, message, [.entity: entity.name], at: path))
                }
            }
            description.entities.append(entity)
        }
        guard problems.isEmpty else {
            throw ModelError(model: name, problems: problems + description.problems)
        }
        return try ManagedObjectModel(description)
    }

    /// The class of the list from which a class inherits and that inherits from all others of that kind.
    private static func nearestSuperclass(
        of type: any Entity.Type, among types: [any Entity.Type]
    ) -> (any Entity.Type)? {
        var nearest: (any Entity.Type)?
        for other in types where ObjectIdentifier(other) != ObjectIdentifier(type) && inherits(type, from: other) {
            if nearest.map({ inherits(other, from: $0) }) ?? true { nearest = other }
        }
        return nearest
    }

    private static func inherits<Other: Entity>(_ type: any Entity.Type, from other: Other.Type) -> Bool {
        type is Other.Type
    }
}
