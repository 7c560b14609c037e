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

    /// The changes, each property of an object once.
    var changes: [Change]
    /// The objects that the step inserted or brought back.
    let arrived: [ObjectID]
    /// The objects that the step deleted, held because each comes back as the object that it was.
    let departed: [ManagedObject]

    var isEmpty: Bool { changes.isEmpty && arrived.isEmpty && departed.isEmpty }
    /// Whether the step changed objects only, and none came or went.
    var hasOnlyChanges: Bool { arrived.isEmpty && departed.isEmpty }

    /// Takes the changes of the step that followed, so that both are taken back at once.
    mutating func coalesce(_ next: UndoStep) {
        struct Place: Hashable {
            let object: ObjectID
            let property: PropertyKey
        }
        var places: [Place: Int] = [:]
        for (index, change) in changes.enumerated() {
            places[Place(object: change.object, property: change.property)] = index
        }
        for change in next.changes {
            guard let index = places[Place(object: change.object, property: change.property)] else {
                changes.append(change)
                continue
            }
            guard case .members(let members, _) = changes[index].before, case .members(_, let after) = change.before
            else { continue }
            changes[index] = Change(
                object: change.object, property: change.property, before: .members(members, after: after))
        }
    }
}
