import PolystoreModel

extension PersistentStoreCoordinator {
    /// The digest of everything that the open stores hold, as of one snapshot of them all.
    ///
    /// - Parameter progress: Called with the number of objects done and of all; what it throws ends the work.
    /// - Returns: The digest.
    /// - Throws: `CoordinatorError` when a store cannot be read, and what `progress` throws.
    /// - Complexity: One pass over all rows and links, a round trip a batch for each relationship that needs one. 40
    ///   bytes of memory for each object of the largest entity.
    public func digest(_ progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }) throws -> GraphDigest {
        let reader = try GraphReader(self)
        let total = try reader.count()
        return try withoutActuallyEscaping(progress) { progress in
            try GraphDigester(reader: reader, key: \.key, progress: { try progress($0, total) }).run()
        }
    }

    /// Copies everything that the open stores hold, as of one snapshot, into the empty stores of another coordinator, and
    /// compares the digests of both.
    ///
    /// Objects keep their keys, except where objects of several stores with one key come together in one store.
    /// Versions begin anew; free metadata of the stores is not copied. When it throws, the target holds a part: remove
    /// its stores.
    ///
    /// - Parameters:
    ///   - target: Open stores without any object, for the same model.
    ///   - progress: Called with the number of steps done and of all; each object counts three times: copied, and
    ///     digested on both sides. What it throws ends the work.
    /// - Returns: The numbers of copied objects.
    /// - Throws: `CoordinatorError` with code `differentModel`, `notEmpty`, `digestDiffers`, `conflict` when unique
    ///   values come together, and what stores and `progress` throw.
    public func copyGraph(
        to target: PersistentStoreCoordinator, _ progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
    ) throws -> GraphCopySummary {
        let copy = try GraphCopy(from: self, to: target)
        let count = try copy.reader.count()
        return try withoutActuallyEscaping(progress) { progress in
            try copy.run { try progress($0, count * 3) }
            let source = try GraphDigester(
                reader: copy.reader, key: { copy.placement.place(of: $0).key },
                progress: { try progress(count + $0, count * 3) }
            ).run()
            let copied = try GraphDigester(
                reader: try GraphReader(target), key: \.key, progress: { try progress(count * 2 + $0, count * 3) }
            ).run()
            guard source == copied else {
                throw CoordinatorError(.digestDiffers, [.expected: "\(source)", .found: "\(copied)"])
            }
            return GraphCopySummary(
                objectCount: copy.objectCount, linkCount: copy.linkCount, newKeyCount: copy.placement.newKeyCount,
                digest: copied)
        }
    }
}
