import PolystoreStorage

/// The shared state of a record store: its metadata as of the last commit, and whether it can still be used.
///
/// Not a part of the store's generic class, where each look at it would ask for a description of its type.
struct RecordStoreState {
    var metadata: StoreMetadata
    var isClosed = false
    var isFailed = false

    /// Why the store can no longer be used; nil while it can.
    var refusal: StoreError.Code? { isClosed ? .closed : isFailed ? .failed : nil }
}
