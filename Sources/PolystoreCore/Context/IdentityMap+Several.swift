import PolystoreModel

extension IdentityMap {
    /// How many objects are looked up side by side.
    package static let most = 32

    /// Appends the objects of IDs of the map's store and hierarchy, where all of them are registered and none is detached;
    /// else appends nothing and returns false.
    ///
    /// At most `most` IDs. Their places are looked at before any object is, and their objects before any reference is
    /// counted: counting waits for all loads before it, and so none would be made ahead.
    package func append(_ objectIDs: ArraySlice<ObjectID>, to objects: inout [ManagedObject]) -> Bool {
        withUnsafeTemporaryAllocation(of: Unmanaged<ManagedObject>?.self, capacity: objectIDs.count) { found in
            for (place, objectID) in objectIDs.enumerated() {
                found.initializeElement(at: place, to: home(of: objectID.key))
            }
            var isMissing = false
            for (place, objectID) in objectIDs.enumerated() {
                guard let object = found[place],
                    object._withUnsafeGuaranteedRef({ $0.key == objectID.key && !$0.flags.contains(.detached) })
                else {
                    let other = self[objectID.key]
                    found[place] = other.map(Unmanaged.passUnretained)
                    isMissing = isMissing || (other?.flags.contains(.detached) ?? true)
                    continue
                }
            }
            if isMissing { return false }
            for object in found { if let object { objects.append(object.takeUnretainedValue()) } }
            return true
        }
    }
}
