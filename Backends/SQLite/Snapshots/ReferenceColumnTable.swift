import PolystoreModel

/// The columns of the to-one relationships that rows were found by: each is asked for whenever a to-many relationship is
/// read, and putting its statements into words takes longer than a few rows.
final class ReferenceColumnTable: Sendable {
    private let columns = Protected<[ModelRelationship: ReferenceColumn]>([:])

    /// The column of a relationship, which is made when it is not known yet; nil when the store keeps no such references.
    func column(_ relationship: ModelRelationship, _ make: () -> ReferenceColumn?) -> ReferenceColumn? {
        if let known = columns.withLock({ $0[relationship] }) { return known }
        let made = make()
        if let made { columns.withLock { $0[relationship] = made } }
        return made
    }
}
