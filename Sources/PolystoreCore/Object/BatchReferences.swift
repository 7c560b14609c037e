import CPolystoreReferences

/// References to a batch for objects that are about to be made, counted many at a time.
///
/// Every object holds its batch, and counting one reference takes as long as a third of making the object.
///
/// Not copied: who has it ends it, and the references that nobody took are given back then.
struct BatchReferences: ~Copyable {
    private let batch: Unmanaged<ObjectBatch>
    private var left: UInt32 = 0

    /// How many are counted at a time.
    private static let step: UInt32 = 64

    /// Holds a batch.
    init(_ batch: ObjectBatch) { self.batch = .passRetained(batch) }

    deinit {
        if left > 0 { polystore_release(batch.toOpaque(), left) }
        batch.release()
    }

    /// The batch with a reference of its own.
    @inline(__always)
    mutating func take() -> ObjectBatch {
        if left == 0 {
            polystore_retain(batch.toOpaque(), Self.step)
            left = Self.step
        }
        left -= 1
        return batch.takeRetainedValue()
    }
}
