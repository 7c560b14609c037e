import PolystoreModel

extension ManagedObject {
    /// The row that getters read: the changed one, else the stored one; of a fault, the row is read first.
    ///
    /// Valid while the object is held and until its next change.
    @usableFromInline package final func readableRow() -> RowView {
        assert(managedObjectContext?.isReadableHere ?? true, ExecutorMisuse.message)
        // INVARIANT: an object that is no fault and has no rare state has a batch with memory. This is the path of every
        // getter, and makes no call and counts no references.
        if rareState.isNothing, !flags.contains(.fault), let view = batch.view(at: offset, key: word.narrowKey) {
            return view
        }
        if let row = unmanagedChangedRow { return row.withObject { $0.view } }
        return storedRow()
    }

    /// The row of a property that is read: the same, told to observation where that is wanted.
    @usableFromInline package final func readableRow(reading key: PropertyKey) -> RowView {
        assert(managedObjectContext?.isReadableHere ?? true, ExecutorMisuse.message)
        // INVARIANT: as above; one test stands for both flags.
        if rareState.isNothing, flags.isDisjoint(with: [.fault, .observed]),
            let view = batch.view(at: offset, key: word.narrowKey)
        {
            return view
        }
        noteAccess(to: key)
        return readableRow()
    }

    /// The row as it was read or saved last.
    package final func storedRow() -> RowView {
        if flags.contains(.fault) || batch.memory == nil { fire() }
        guard let view = batch.view(at: offset, key: key) else {
            preconditionFailure("a fault was fired without a row, or a batch holds a row of an unknown layout")
        }
        return view
    }

    /// Reads the row of a fault; when that fails, the object becomes inaccessible with a row of missing values.
    private func fire() {
        guard let context = managedObjectContext else {
            loseContext()
            return
        }
        context.fire(self)
    }

    /// Takes a row, and is no longer a fault.
    package final func adopt(_ batch: ObjectBatch, offset: Int) {
        self.batch = batch
        self.offset = offset
        flags.remove(.fault)
    }

    /// Gives the object a row of missing values and keeps the reason.
    package final func becomeInaccessible(_ error: any Error) {
        madeOverlay().error = error
        flags.insert(.inaccessible)
        flags.remove(.fault)
        if batch.memory == nil { takeEmptyRow(version: 0) }
        managedObjectContext?.inaccessibleObjects.append(self)
        managedObjectContext?.recordAccessError(error)
    }

    /// Lets the object begin with a row of missing values that has a version.
    final func takeEmptyRow(version: UInt32) {
        let rows = EmptyRows.batch(for: entity, layouts: batch.layouts, key: key, version: version)
        batch = ObjectBatch(anchor: batch.anchor, rows: rows, store: batch.store, root: batch.root)
        offset = 8
    }

    /// The row that setters change: a copy of the stored one, made at the first change.
    ///
    /// Nil when the object cannot be changed; the context then has the error.
    package final func writableRow() -> MutableRow? { unmanagedWritableRow()?.takeUnretainedValue() }

    /// The same without counting references to the row, which the object keeps until the object is saved or rolled back.
    final func unmanagedWritableRow() -> Unmanaged<MutableRow>? {
        guard !flags.contains(.detached), batch.anchor.unmanaged != nil else { return nil }
        if let row = unmanagedChangedRow, flags.isSuperset(of: [.tracked, .noted]) {
            flags.remove(.visited)
            return row
        }
        let stored = storedRow()
        // Unmanaged: a context has weak references, and counting references to it is slow. Asked for after the row, because
        // what is called when a row is read may let the context go.
        guard flags.isDisjoint(with: [.inaccessible, .detached]), let context = batch.anchor.unmanaged else {
            return nil
        }
        let row = unmanagedChangedRow ?? makeRow(copying: stored)
        context.withObject { $0.track(self) }
        return row
    }

    /// Gives the object, which has no changed row, a copy of the stored one.
    final func makeRow(copying stored: RowView) -> Unmanaged<MutableRow> {
        guard let layout = batch.newestLayout(at: offset) else {
            preconditionFailure("a batch holds a row of an unknown layout")
        }
        let row = MutableRow.copy(of: stored, to: layout.takeUnretainedValue())
        let unmanaged = Unmanaged.passUnretained(row)
        changedRow = row
        return unmanaged
    }
}
