import PolystoreModel
import PolystoreQuery

/// What an update sets a property to.
struct BatchAssignment {
    let property: BatchProperty
    let value: ResolvedValue
}
