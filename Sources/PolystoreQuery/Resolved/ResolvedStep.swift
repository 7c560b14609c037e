import PolystoreModel

/// One step of a key path: to related objects, to a value, or to what an operator makes of a collection.
public indirect enum ResolvedStep: Hashable, Sendable {
    /// The related objects.
    case relationship(ModelRelationship)
    /// The value of an attribute.
    case attribute(ModelAttribute)
    /// What an operator makes of what further steps lead to from each element.
    case operation(CollectionOperator, [ResolvedStep])
}
