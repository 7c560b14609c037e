import PolystoreModel

extension IdentityMap {
    /// How many objects are looked up at a time.
    package static let most = 32

    /// Appends the objects of IDs of the map's store and hierarchy, where all of them are registered and none is detached;
    /// else appends nothing and returns false.
    package func append(_ objectIDs: ArraySlice<ObjectID>, to objects: inout [ManagedObject]) -> Bool {
        let count = objects.count
        for objectID in objectIDs {
            guard let object = self[objectID.key], !object.flags.contains(.detached) else {
                objects.removeSubrange(count...)
                return false
            }
            objects.append(object)
        }
        return true
    }
}
