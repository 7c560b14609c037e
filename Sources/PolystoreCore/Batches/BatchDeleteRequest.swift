import PolystoreModel
import PolystoreQuery

/// A request that deletes all objects that it finds, in their stores: no object is made.
///
///     try context.execute(BatchDeleteRequest(Message.self).where(Message.sent < lastYear))
///
/// Delete rules are applied as for objects: Cascade deletes the related objects too, Nullify takes the references to the deleted
/// ones out of them, Deny refuses the request as long as there are related objects that it does not delete; over all stores.
/// The hooks and the validation of classes are not called.
public struct BatchDeleteRequest<Object: ManagedObject>: Sendable {
    /// Which objects.
    enum Selection {
        case found(FetchRequest<Object>)
        case listed([ObjectID])
    }

    var selection: Selection
    /// Whether the result has the IDs of the deleted and changed objects.
    public var returnsObjectIDs = false

    /// Requests the deletion of what another request finds; offset and limit count.
    public init(_ objects: FetchRequest<Object>) { selection = .found(objects) }

    /// Requests the deletion of objects of an entity by its name.
    public init(entity name: String) { selection = .found(FetchRequest(entity: name)) }

    /// Requests the deletion of objects by their IDs; those that are not there are passed over.
    public init(objectIDs: some Sequence<ObjectID>) where Object == ManagedObject {
        selection = .listed(Array(objectIDs))
    }

    /// Narrows the request: the objects must also satisfy a predicate.
    ///
    /// Listed objects are not looked at.
    public func `where`(_ predicate: FetchPredicate) -> Self {
        guard case .found(let objects) = selection else { return self }
        return changed { $0.selection = .found(objects.where(predicate)) }
    }

    /// Asks for the IDs of the deleted and changed objects: 16 bytes and more of memory for each.
    public func returningObjectIDs() -> Self { changed { $0.returnsObjectIDs = true } }

    private func changed(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}

extension BatchDeleteRequest where Object: Entity {
    /// Requests the deletion of all objects of a class.
    public init(_ objectClass: Object.Type) { selection = .found(FetchRequest(objectClass)) }
}
