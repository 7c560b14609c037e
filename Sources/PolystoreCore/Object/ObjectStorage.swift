import PolystoreModel

/// The memory and the key that a new object takes over; only a context can make one.
public struct ObjectStorage {
    package var batch: ObjectBatch
    package var key: Int64
    package var offset: Int
    package var flags: ObjectFlags

    package init(batch: ObjectBatch, key: Int64, offset: Int, flags: ObjectFlags) {
        self.batch = batch
        self.key = key
        self.offset = offset
        self.flags = flags
    }
}
