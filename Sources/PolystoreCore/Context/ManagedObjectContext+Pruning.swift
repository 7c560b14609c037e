import PolystoreModel

extension ManagedObjectContext {
    /// Lets go of the clean objects without other references, and moves the rows of those that stay where they keep large
    /// batches for little.
    ///
    /// Called at the end of `perform` and when the maps have doubled during a fetch.
    package func prune() {
        beginPruning()
        var (total, hasDropped) = (0, false)
        for map in maps.all {
            map.singleRows = SingleRows()
            let dropped = map.prune()
            total += map.count
            if !dropped.isEmpty { hasDropped = true }
            // Released here, after the walk: a deinit of a user's class may look at the context.
            for object in dropped {
                dropToManyStates(of: object)
                if !fetchedProperties.isEmpty { fetchedProperties[object.identity] = nil }
                if object.overlay != nil { ownersWithUnstoredReferences.remove(object.identity) }
            }
        }
        pruneThreshold = max(1024, total * 2)
        if hasDropped { moveRows() }
    }

    /// Moves the rows of objects that keep large batches for little, and lets go of no object.
    ///
    /// A context that reads a few of its objects again and again, each time among other rows, would hold a batch for every
    /// one of them in the end.
    ///
    /// - Complexity: Two looks at each registered object.
    package func compactRows() {
        beginPruning()
        for map in maps.all { map.singleRows = SingleRows() }
        moveRows()
    }

    private func beginPruning() {
        lastBatch = nil
        pruneCount += 1
        leftRows = []
        // A rollback has nothing to try anew of objects that are gone.
        inaccessibleObjects.removeAll { $0.flags.contains(.detached) }
    }

    private func moveRows() {
        rowBytesTaken = 0
        for map in maps.all {
            let (left, held) = map.compact(pruneCount)
            leftRows += left
            rowBytesTaken += held
        }
        rowBytesThreshold = max(ManagedObjectContext.leastRowBytes, rowBytesTaken * 2)
    }

    /// The bytes of rows that a context may take, at least, before it looks at what objects keep of them.
    static var leastRowBytes: Int { 1 << 20 }

    /// How many batches of rows the registered objects keep, and their bytes.
    package var heldRows: (batches: Int, bytes: Int) {
        var batches: [ObjectIdentifier: Int] = [:]
        for map in maps.all {
            map.forEach { object in
                if let rows = object.batch.rows { batches[ObjectIdentifier(rows)] = rows.memoryByteCount }
            }
        }
        return (batches.count, batches.values.reduce(0, +))
    }

    /// How many objects are registered.
    package var registeredCount: Int { maps.count }

    /// How far behind its home an object may lie in its identity map: so many objects are looked at to find one.
    package var farthestRegistration: Int { maps.all.map(\.farthest).max() ?? 0 }

    /// How many places the identity maps have for their objects.
    package var registrationPlaces: Int { maps.all.reduce(0) { $0 + $1.size } }

    /// Prunes when the maps have doubled since the last time, and moves rows when as many bytes of them have been taken
    /// since the last time as were held then.
    ///
    /// Called where no caller reads rows of objects, but for a hook's.
    func pruneIfGrown() {
        if maps.count > pruneThreshold { prune() }
        if rowBytesTaken > rowBytesThreshold { compactRows() }
    }

    private func dropToManyStates(of object: ManagedObject) {
        guard !toMany.isEmpty else { return }
        for relationship in object.entity.relationships where relationship.isToMany {
            let key = ToManyKey(object.identity, relationship.key)
            if let state = toMany[key], !state.hasChanges { toMany[key] = nil }
        }
    }
}
