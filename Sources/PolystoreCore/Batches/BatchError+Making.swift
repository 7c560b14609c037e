import PolystoreModel
import PolystoreStorage

extension BatchError {
    /// Makes the error of unique values that are taken, or of rows that others changed.
    ///
    /// - Parameters:
    ///   - error: A conflict of a coordinator.
    ///   - row: The number of a row in its request, by its object; nil for an object that is not of the request.
    init(notUnique error: CoordinatorError, row: (ObjectID) -> Int? = { _ in nil }) {
        guard let first = error.conflicts.values.flatMap(\.uniqueness).first else {
            self.init(.unresolved, cause: error)
            return
        }
        let constraint = first.constraint
        // Of two rows of one request, the later one is to blame.
        let numbers = [first.object, first.other].compactMap(row)
        self.init(
            .notUnique,
            [
                .entity: constraint.entity.name,
                .constraint: constraint.properties.map(\.name).joined(separator: ", "),
            ],
            row: numbers.max(), object: first.other, cause: error)
    }

    /// Makes the error of a reference that leads to nothing, or to an object of another entity.
    init(missing target: ObjectID, of relationship: ModelRelationship, entity: String, row: Int?) {
        self.init(
            .missingObject,
            [.entity: entity, .property: relationship.name, .expected: relationship.destination.name], row: row,
            object: target)
    }
}
