extension ManagedObject {
    /// The object's values as they are now, unsaved changes included; a fault's row is read first.
    public final var snapshot: ObjectSnapshot { ObjectSnapshot(self) }
}
