import PolystoreModel

extension StoreConflicts {
    /// Every row of some changes whose stored version is not the one that they began from.
    ///
    /// - Parameters:
    ///   - changes: What is to be applied.
    ///   - store: The store that it is to be applied to.
    ///   - stored: The version of the row of a hierarchy and key as the changes would find it; nil when there is none.
    public init(
        versionsOf changes: StoreChanges, in store: StoreNumber, stored: (RootNumber, Int64) -> UInt32?
    ) {
        self.init()
        func check(_ root: RootNumber, _ key: Int64, _ expected: UInt32) {
            let found = stored(root, key) ?? 0
            guard found != expected else { return }
            versions.append(
                Version(object: ObjectID(store: store, root: root, key: key), expected: expected, found: found))
        }
        for row in changes.inserts + changes.updates { check(row.view.layout.root, row.view.key, row.expectedVersion) }
        for mark in changes.deletes + changes.locks { check(mark.entity.rootNumber, mark.key, mark.expectedVersion) }
    }
}
