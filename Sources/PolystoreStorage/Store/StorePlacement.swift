import PolystoreModel

/// Which relationships a store keeps, and which of them may lead out of it: decided by routing before a store opens.
public struct StorePlacement: Hashable, Sendable {
    /// The to-one relationships whose references are not kept here, because they would lead into a volatile store.
    public var omittedReferences: Set<ModelRelationship> = []
    /// The to-one relationships whose destination may live in another store.
    public var leavingReferences: Set<ModelRelationship> = []
    /// The join tables that the store keeps pairs of.
    public var joins: [ModelJoin] = []
    /// The join tables whose pairs may name objects of other stores.
    public var leavingJoins: Set<ModelJoin> = []

    /// Makes the placement of a store that is alone: everything is kept, nothing leads out.
    public init(aloneWith model: ManagedObjectModel) { joins = model.joins }

    /// Makes an empty placement.
    public init() {}
}
