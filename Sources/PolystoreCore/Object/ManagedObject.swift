import PolystoreModel

/// An object of the graph: a handle of 40 bytes on a row, living in one context.
///
/// Values are decoded from the row when they are read; nothing is boxed before. An object must be used where its context
/// may be used, and does not leave it: other contexts get its `objectID`, others its `snapshot`.
///
/// Getters never throw and never trap on data (P7): when a row cannot be read, the getter returns the documented zero of
/// the property's type, the object becomes inaccessible, and the context's `save`, `fetch` and `perform` throw the error
/// until it is taken (see `ManagedObjectContext.accessError`).
open class ManagedObject {
    // An object is used by one thread at a time and no access of these is re-entrant, so the runtime's exclusivity
    // checks (a third of a getter's cost) have nothing to find.
    @exclusivity(unchecked) package final var batch: ObjectBatch
    // INVARIANT: an object whose key is wide has an overlay, which keeps the key.
    @exclusivity(unchecked) final var word: ObjectWord
    @exclusivity(unchecked) package private(set) final var rareState = RareState.nothing

    /// Makes an object over its storage; contexts call it, programs call `init(context:)` or `context.insert`.
    public required init(adopting storage: ObjectStorage) {
        batch = storage.batch
        word = ObjectWord(key: storage.key, offset: storage.offset, flags: storage.flags)
        if word.isWide { rareState = .overlay(ObjectOverlay(wideKey: storage.key)) }
    }

    /// The object's key in its store and hierarchy; negative while it has none.
    package final var key: Int64 {
        @inline(__always) get {
            let key = word.narrowKey
            return word.isWide ? overlay?.wideKey ?? key : key
        }
        set {
            word = ObjectWord(key: newValue, offset: word.offset, flags: word.flags)
            if word.isWide { madeOverlay().wideKey = newValue } else { overlay?.wideKey = nil }
        }
    }

    /// The offset of the object's row in its batch; 0 while there is none.
    @inline(__always) package final var offset: Int {
        get { word.offset }
        set { word.offset = newValue }
    }

    /// The object's state.
    @inline(__always) package final var flags: ObjectFlags {
        get { word.flags }
        set { word.flags = newValue }
    }

    /// The overlay; nil while there is nothing beside the rows, read and changed.
    @inline(__always) package final var overlay: ObjectOverlay? {
        if case .overlay(let overlay) = rareState { return overlay }
        return nil
    }

    /// The overlay, made when there is none.
    package final func madeOverlay() -> ObjectOverlay {
        if let overlay { return overlay }
        let made = ObjectOverlay(row: rareState.row)
        rareState = .overlay(made)
        return made
    }

    /// Notes that a relationship was changed that is not in the row.
    final func noteChanged(_ relationship: PropertyKey) {
        Unmanaged.passUnretained(madeOverlay()).withObject { $0.noteChanged(relationship) }
    }

    /// The changed row, without counting references to it; nil while no stored property was set.
    @inline(__always) package final var unmanagedChangedRow: Unmanaged<MutableRow>? { rareState.unmanagedRow }

    /// The changed row; nil while no stored property was set.
    package final var changedRow: MutableRow? {
        get { rareState.row }
        set { rareState.row = newValue }
    }

    /// Lets go of everything but the row that was read.
    package final func dropAddition() {
        rareState = word.isWide ? .overlay(ObjectOverlay(wideKey: key)) : .nothing
    }

    /// Takes the values as they are for the saved ones, and lets go of what nothing is left in.
    final func commitAddition() {
        guard let overlay, overlay.hasRareValues else {
            rareState = .nothing
            return
        }
        overlay.commit()
        if overlay.isEmpty { dropAddition() }
    }

    /// Returns to the values that were read or saved last, and lets go of what nothing is left in.
    final func rollBackAddition() {
        guard let overlay else {
            rareState = .nothing
            return
        }
        overlay.rollBack()
        if overlay.isEmpty { dropAddition() }
    }

    /// Inserts a new object into a context, in the entity's only home.
    ///
    /// When no key can be had the object gets a negative one, which is never written, and the next save throws. Use
    /// `context.insert`, which throws at once, where there is a choice.
    public convenience init(context: ManagedObjectContext) {
        self.init(adopting: context.makeInsertStorage(for: Self.self))
        context.adoptInserted(self)
    }

    /// Called once in the object's life, when it is inserted.
    ///
    /// Values set here are the baseline of the object.
    open func awakeFromInsert() {}

    /// Called after the object's row was read.
    ///
    /// Values set here do not count as changes.
    open func awakeFromFetch() {}

    /// Called after the object's values were exchanged by something else than its setters: undo, redo, a rollback, a refresh.
    ///
    /// Values set here do not count as changes. Call `super` first.
    open func awake(fromSnapshotEvents events: SnapshotEvents) {}

    /// Called when the deletion is processed, before relationships are cleared.
    open func prepareForDeletion() {}

    /// Called before a save, for inserted, updated and deleted objects; called again while anything changes.
    open func willSave() {}

    /// Called after a save that the object took part in.
    ///
    /// Changes made here are for the next save.
    open func didSave() {}

    /// Called before the values are dropped.
    open func willTurnIntoFault() {}

    /// Called after the values were dropped.
    open func didTurnIntoFault() {}

    /// Checks a new object; call `super` first and throw what is wrong.
    ///
    /// - Throws: Any error; it becomes part of the save's `SaveError`.
    open func validateForInsert() throws {}

    /// Checks a changed object.
    ///
    /// - Throws: Any error; it becomes part of the save's `SaveError`.
    open func validateForUpdate() throws {}

    /// Checks whether an object may be deleted.
    ///
    /// - Throws: Any error; it becomes part of the save's `SaveError`.
    open func validateForDelete() throws {}
}

extension ManagedObject: Hashable, IdentifiedObject {
    /// Whether both are the same object of the same context.
    public static func == (left: ManagedObject, right: ManagedObject) -> Bool { left === right }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
