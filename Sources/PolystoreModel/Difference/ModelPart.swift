/// A part of a model, by the names that lead to it.
public enum ModelPart: Hashable, Sendable {
    /// The model itself.
    case model
    case entity(String)
    case attribute(String, entity: String)
    case relationship(String, entity: String)
    case fetchedProperty(String, entity: String)
    case index(String, entity: String)
    /// A uniqueness constraint: the names of its properties in their order.
    case uniquenessConstraint([String], entity: String)
    case composite(String)
    /// An attribute of a composite.
    case element(String, composite: String)
    case configuration(String)
    case fetchRequest(String)
}
