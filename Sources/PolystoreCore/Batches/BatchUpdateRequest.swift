import PolystoreModel
import PolystoreQuery

/// A request that changes properties of all objects that it finds, in their stores: no object is made.
///
///     try context.execute(
///         BatchUpdateRequest(Account.self).where(Account.isOpen == true).setting(Account.balance, to: Account.balance + 1))
///
/// A new value is a constant or an expression, which is computed of each object as it was before the request. The stores take
/// no other save between the reading and the writing, so that `balance + 1` adds one to what is stored.
///
/// Attributes can be set that are stored, and relationships to one object that is one of many on the other side, or none.
/// Values are validated by the model; the hooks and the validation of classes are not called, because there are no objects.
/// Every object that is found gets a new version, also where its values were the same: contexts that hold it conflict when
/// they save, or merge it, see `BatchResult.changes`.
public struct BatchUpdateRequest<Object: ManagedObject>: Sendable {
    /// Which objects; offset and limit count, prefetching does not.
    public var objects: FetchRequest<Object>
    /// The properties by their names, and their new values.
    public var assignments: [(name: String, value: FetchExpression)] = []
    /// Whether the result has the IDs of the changed objects.
    public var returnsObjectIDs = false

    /// Requests a change of what another request finds.
    public init(_ objects: FetchRequest<Object>) { self.objects = objects }

    /// Requests a change of objects of an entity by its name.
    public init(entity name: String) { objects = FetchRequest(entity: name) }

    /// Narrows the request: the objects must also satisfy a predicate.
    public func `where`(_ predicate: FetchPredicate) -> Self { changed { $0.objects = $0.objects.where(predicate) } }

    /// Sets an attribute to a value.
    public func setting<Value: AttributeValue>(_ attribute: Attribute<Value>, to value: Value) -> Self {
        setting(attribute.propertyKey.name, to: .constant(FetchExpression.tagged(value)))
    }

    /// Sets an attribute to what an expression gives: `Account.balance + 1`.
    public func setting<Value, Operand: AttributeOperand>(
        _ attribute: Attribute<Value>, to operand: Operand
    ) -> Self {
        setting(attribute.propertyKey.name, to: operand.queryExpression)
    }

    /// Sets a relationship to an object, or to none.
    public func setting<Destination>(_ relationship: ToOne<Destination>, to object: ObjectID?) -> Self {
        setting(relationship.relationshipPropertyKey.name, to: .constant(object.map(Value.object) ?? .missing))
    }

    /// Sets a property of a name to what an expression gives.
    public func setting(_ name: String, to value: FetchExpression) -> Self {
        changed { $0.assignments.append((name, value)) }
    }

    /// Asks for the IDs of the changed objects: 16 bytes and more of memory for each.
    public func returningObjectIDs() -> Self { changed { $0.returnsObjectIDs = true } }

    private func changed(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}

extension BatchUpdateRequest where Object: Entity {
    /// Requests a change of all objects of a class.
    public init(_ objectClass: Object.Type) { objects = FetchRequest(objectClass) }
}
