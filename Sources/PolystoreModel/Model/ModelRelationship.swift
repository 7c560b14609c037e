/// A relationship of a frozen model, linked to its entities and its inverse.
public final class ModelRelationship: Sendable {
    /// How a relationship is kept in stores.
    public enum Form: Hashable, Sendable {
        /// A reference in the object's own row (every to-one relationship).
        case reference
        /// Found through the inverse's references in the rows of the related objects (to-many with to-one inverse).
        case inverseReference
        /// Pairs in a join table (many-to-many, and to-many without inverse).
        case join
        /// Kept in memory only.
        case transient
    }

    /// Its description in the model.
    public let description: RelationshipDescription
    /// The number of its name.
    public let key: PropertyKey

    // SAFETY: the links below are written by ModelLinker before the model is handed out, on one thread, and never
    // again; every later access reads.
    @exclusivity(unchecked) nonisolated(unsafe) private var links = Links()

    // Unowned, and not weak: a weak reference would make every count of references to an entity a slow one.
    struct Links {
        var orderKey: PropertyKey?
        unowned var entity: ModelEntity?
        unowned var destination: ModelEntity?
        unowned var inverse: ModelRelationship?
        unowned var join: ModelJoin?
        var form = Form.transient
        var keepsInverseOrder = false
        var isLinkedBlindly = false
        var isLinkedFromMany = false
        // The same as above, for callers that keep the model alive: an unowned reference is counted at each use.
        var unmanagedDestination: Unmanaged<ModelEntity>?
        var unmanagedInverse: Unmanaged<ModelRelationship>?
    }

    init(_ description: RelationshipDescription) {
        self.description = description
        key = PropertyKey(description.name)
    }

    func setLinks(_ update: (inout Links) -> Void) { update(&links) }

    /// The relationship's name.
    public var name: String { description.name }
    /// Whether there may be several related objects.
    public var isToMany: Bool { description.isToMany }
    /// Whether a to-many relationship keeps an order.
    public var isOrdered: Bool { description.isOrdered }
    /// Whether none is valid at save.
    public var isOptional: Bool { description.isOptional }
    /// Whether the relationship is kept in memory only.
    public var isTransient: Bool { description.isTransient }
    /// The rule for related objects when the object is deleted.
    public var deleteRule: DeleteRule { description.deleteRule }

    /// The entity that declares it.
    public var entity: ModelEntity {
        guard let entity = links.entity else { preconditionFailure("a relationship is used after its model is gone") }
        return entity
    }

    /// The entity of the related objects.
    public var destination: ModelEntity {
        guard let entity = links.destination else {
            preconditionFailure("a relationship is used after its model is gone")
        }
        return entity
    }

    /// The relationship that leads back.
    public var inverse: ModelRelationship? { links.inverse }

    /// The number under which an ordered to-many relationship's order keys lie in the rows of the related objects.
    ///
    /// Named for the to-one inverse, `employer#order`: several ordered relationships of one name may lead to an entity,
    /// but each has an inverse of its own there.
    public var orderKey: PropertyKey { links.orderKey ?? key }

    /// The join table of a relationship of form `join`.
    public var join: ModelJoin? { links.join }

    /// How the relationship is kept in stores.
    public var form: Form { links.form }

    /// Whether the rows that hold this to-one relationship also hold an order key for its ordered inverse.
    public var keepsInverseOrder: Bool { links.keepsInverseOrder }

    /// Whether a to-one relationship is set, and its inverse with it, without reading what the other side has.
    ///
    /// The relationship is in the object's own row then, unless it is transient: only one whose inverse is to-one may be left
    /// out of rows and looked for on the other side.
    package var isLinkedBlindly: Bool { links.isLinkedBlindly }

    /// Whether a to-one relationship is none from the other side, or one of many.
    package var isLinkedFromMany: Bool { links.isLinkedFromMany }

    /// The entity of the related objects, without reference counting: the caller keeps the model alive meanwhile.
    package var unmanagedDestination: Unmanaged<ModelEntity>? { links.unmanagedDestination }

    /// The inverse relationship, without reference counting: the caller keeps the model alive meanwhile.
    package var unmanagedInverse: Unmanaged<ModelRelationship>? { links.unmanagedInverse }

    /// Settles what follows from the links; called once, when all relationships are linked.
    func settle() {
        links.form = computedForm
        links.unmanagedDestination = links.destination.map(Unmanaged.passUnretained)
        links.unmanagedInverse = links.inverse.map(Unmanaged.passUnretained)
        links.isLinkedFromMany = !isToMany && inverse?.isToMany ?? true
        links.isLinkedBlindly =
            !isToMany && (inverse.map { $0.isToMany && !$0.isOrdered && $0.computedForm == .inverseReference } ?? true)
        guard let inverse, !isToMany, !isTransient else { return }
        links.keepsInverseOrder = inverse.isToMany && inverse.isOrdered
    }

    private var computedForm: Form {
        if isTransient { return .transient }
        if !isToMany { return .reference }
        guard let inverse, !inverse.isToMany, !inverse.isTransient else { return .join }
        return .inverseReference
    }
}

extension ModelRelationship: Hashable {
    /// Whether both are the same relationship of the same model.
    public static func == (left: ModelRelationship, right: ModelRelationship) -> Bool { left === right }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
