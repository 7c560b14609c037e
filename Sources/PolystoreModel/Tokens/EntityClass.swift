/// A class that stands for an entity and describes it.
public protocol EntityClass: AnyObject {
    /// The description: the entity's own properties, in the order of the tokens.
    static var entity: EntityDescription { get }
}
