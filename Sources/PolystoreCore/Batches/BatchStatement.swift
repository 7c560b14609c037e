import PolystoreModel

/// What one statement of a store did for a batch.
struct BatchStatement {
    /// How many rows it changed or deleted.
    let count: Int
    /// The changed objects, where they were wanted.
    var updated: [ObjectID] = []
}
