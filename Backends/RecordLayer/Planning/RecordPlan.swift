import PolystoreModel
import PolystoreQuery

/// How a record store runs a query: the payload of its plans.
struct RecordPlan: Sendable {
    /// Where the objects are found.
    indirect enum Access: Sendable {
        /// No object can match.
        case nothing
        /// All records of the hierarchy, by key.
        case records
        /// These keys, ascending, each once.
        case keys([Int64])
        /// Ranges of an index, ascending, that do not overlap, one after another.
        case index(IndexDefinition, [IndexRange])
        /// Ranges of an index, merged by what stands in their entries behind what is given.
        case merged(IndexDefinition, [IndexRange])
        /// Several access paths, one after another; what an earlier one has found is passed over.
        case union([Branch])
        /// What refers, by the index of a to-one relationship, to the objects that another plan finds.
        case referring(IndexDefinition, RecordPlan)
    }

    /// One of several access paths.
    struct Branch: Sendable {
        /// The access path.
        var access: Access
        /// What holds for exactly those objects that the path is meant to find.
        var condition: ResolvedPredicate
        /// Whether the path finds no others.
        var isExact: Bool
    }

    /// The hierarchy's number in the store.
    var root: UInt16
    /// Where the objects are found.
    var access: Access
    /// In which order.
    var direction = ScanDirection.forward
    /// The numbers of the entities whose objects are wanted; nil when all that is found is wanted.
    var entities: [UInt16]?
    /// What is asked of the rows that are found; nil when all of them are wanted.
    var filter: ResolvedPredicate?
    /// How many objects at most.
    var limit: Int?
    /// The order whose first objects are wanted, where they have to be found among all; nil when objects are handed out as
    /// they are met.
    var top: [ResolvedSortKey]?
    /// The generation of the catalog whose numbers the plan names.
    var generation = 0
    /// What other values have to have in common with those that were planned for the same path to be chosen; nil where it was
    /// chosen by numbers of entries.
    var form: ConditionForms?
}
