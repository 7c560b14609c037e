import PolystoreModel

/// What changed between two announcements of a context's changes, with what takes it back.
struct UndoStep {
    /// How a property changed.
    struct Change {
        let object: ObjectID
        let property: PropertyKey
        let before: Former
    }

    /// The value of a property before the step.
    enum Former {
        case value(Value)
        case transient((any Sendable)?)
        case reference(ObjectID?)
        /// The members of a list; `after` is what the step left, nil when that was not known.
        case members([ObjectID], after: [ObjectID]?)
    }

    /// Which property of which object changed.
    private struct Place: Hashable {
        let object: ObjectID
        let property: PropertyKey
    }

    /// The changes, each property of an object once.
    private(set) var changes: [Change]
    /// The objects that the step inserted or brought back.
    let arrived: [ObjectID]
    /// The objects that the step deleted, held because each comes back as the object that it was.
    let departed: [ManagedObject]
    /// Where the change of a property stands in `changes`; empty until another step is coalesced.
    private var places: [Place: Int] = [:]

    init(changes: [Change], arrived: [ObjectID], departed: [ManagedObject]) {
        (self.changes, self.arrived, self.departed) = (changes, arrived, departed)
    }

    var isEmpty: Bool { changes.isEmpty && arrived.isEmpty && departed.isEmpty }
    /// Whether the step changed objects only, and none came or went.
    var hasOnlyChanges: Bool { arrived.isEmpty && departed.isEmpty }

    /// Takes the changes of the step that followed, so that both are taken back at once.
    ///
    /// - Complexity: Linear in the changes of the step that followed, once the index of this one's is there.
    mutating func coalesce(_ next: UndoStep) {
        if places.isEmpty {
            for (index, change) in changes.enumerated() { places[Self.place(of: change)] = index }
        }
        for change in next.changes {
            guard let index = places[Self.place(of: change)] else {
                places[Self.place(of: change)] = changes.count
                changes.append(change)
                continue
            }
            guard case .members(let members, _) = changes[index].before, case .members(_, let after) = change.before
            else { continue }
            changes[index] = Change(
                object: change.object, property: change.property, before: .members(members, after: after))
        }
    }

    private static func place(of change: Change) -> Place {
        Place(object: change.object, property: change.property)
    }
}
