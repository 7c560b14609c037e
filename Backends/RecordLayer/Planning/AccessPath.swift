import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// An access path to a query's objects, with what a planner has to know to choose among paths.
struct AccessPath {
    /// The access path.
    var access: RecordPlan.Access
    /// In which order the objects are found.
    var direction = ScanDirection.forward
    /// The entity below which all objects of the path are.
    var scope: ModelEntity
    /// The positions of the conditions that need not be asked of the rows.
    var exact = PositionSet()
    /// Whether the path leads past some objects.
    var isNarrow = false
    /// Whether at most one object can be found.
    var findsAtMostOne = false
    /// Whether objects are found in the query's order.
    var isSorted = false
}
