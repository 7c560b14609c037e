import PolystoreModel
import PolystoreQuery

/// A row source that can be told what will be looked at, so that a fetch reads related rows batch by batch and never
/// one by one.
package protocol BatchedRowSource: RowSource {
    /// Reads the rows of objects that are not known yet: one round trip per store and hierarchy.
    func prepareRows(of objects: [ObjectID]) throws

    /// Reads what a relationship of objects leads to, as far as it is not known yet: one round trip per store.
    func prepareRelated(_ relationship: ModelRelationship, of objects: [ObjectID]) throws

    /// Whether unsaved changes lie over objects of an entity, its relationships included: what a store answers about
    /// them is not what this source shows.
    func isOverlaid(_ entity: ModelEntity) -> Bool

    /// Forgets what was read when it has become much; called between batches, when no row is looked at.
    func trim()
}
