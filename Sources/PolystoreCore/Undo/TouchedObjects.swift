/// The objects that undo or redo has changed or brought back.
struct TouchedObjects {
    var changed: Set<ManagedObject> = []
    var returned: Set<ManagedObject> = []
}
