import PolystoreModel

extension StoreError.Code {
    /// The file does not exist and may not be created.
    public static let missing = Self(rawValue: "missing")
    /// The file is something else than a store of this type.
    public static let foreign = Self(rawValue: "foreign")
    /// Bytes were read that cannot have been written by this store.
    public static let damaged = Self(rawValue: "damaged")
    /// The file's format is newer than this program knows.
    public static let unsupportedFormat = Self(rawValue: "unsupportedFormat")
    /// The store was made for a model whose entities differ.
    public static let incompatibleModel = Self(rawValue: "incompatibleModel")
    /// The file is open already in this process.
    public static let alreadyOpen = Self(rawValue: "alreadyOpen")
    /// Another open store has the same UUID.
    public static let duplicateIdentifier = Self(rawValue: "duplicateIdentifier")
    /// Another process holds the store for writing.
    public static let held = Self(rawValue: "held")
    /// A lock was not given in time.
    public static let timeout = Self(rawValue: "timeout")
    /// The store is open for reading only.
    public static let readOnly = Self(rawValue: "readOnly")
    /// The file system refused access.
    public static let permission = Self(rawValue: "permission")
    /// The disk, the map or a quota is full.
    public static let full = Self(rawValue: "full")
    /// Reading or writing failed.
    public static let inputOutput = Self(rawValue: "inputOutput")
    /// Rows changed meanwhile, or values that must be unique are not.
    public static let conflict = Self(rawValue: "conflict")
    /// The store failed earlier in a way that leaves its state unknown; reopen it.
    public static let failed = Self(rawValue: "failed")
    /// The store lacks a save over several stores that was made; it catches up as soon as it can.
    public static let behind = Self(rawValue: "behind")
    /// The store is closed.
    public static let closed = Self(rawValue: "closed")
    /// A call does not fit the state of the store's transaction.
    public static let outOfOrder = Self(rawValue: "outOfOrder")
    /// The store cannot do what the model or the call needs.
    public static let unsupported = Self(rawValue: "unsupported")
    /// No key could be reserved for a new object.
    public static let keysUnavailable = Self(rawValue: "keysUnavailable")
    /// The snapshot is no longer available.
    public static let snapshotExpired = Self(rawValue: "snapshotExpired")
    /// An option of the store type has no such name or not such a value.
    public static let invalidOption = Self(rawValue: "invalidOption")
    /// A saved row or pair is not there.
    public static let rowMissing = Self(rawValue: "rowMissing")
    /// The number of an older version of the store was found: a copy was put back.
    public static let outOfStep = Self(rawValue: "outOfStep")
    /// An entity that has objects in a former home is no longer served.
    public static let homeChanged = Self(rawValue: "homeChanged")
    /// A value of a query could not be computed; the query's error is the cause.
    public static let evaluation = Self(rawValue: "evaluation")
}

extension StoreError {
    static let messages: [Code: String] = [
        .missing: "the store does not exist",
        .foreign: "the file is not a store of this type",
        .damaged: "the store is damaged",
        .unsupportedFormat: "the store's format is newer than this program",
        .incompatibleModel: "the store was made for another model",
        .alreadyOpen: "the store is open already in this process",
        .duplicateIdentifier: "another open store has the same UUID",
        .held: "the store is held by another process",
        .timeout: "a lock was not given in time",
        .readOnly: "the store is open for reading only",
        .permission: "access to the store was refused",
        .full: "there is no space left for the store",
        .inputOutput: "reading or writing the store failed",
        .conflict: "the save conflicts with what is stored",
        .failed: "the store failed earlier and must be reopened",
        .behind: "the store has yet to catch up with a save over several stores",
        .closed: "the store is closed",
        .outOfOrder: "the call does not fit the state of the store's transaction",
        .unsupported: "the store does not support this",
        .keysUnavailable: "no key could be reserved for a new object",
        .snapshotExpired: "the snapshot is no longer available",
        .invalidOption: "the store's option is not valid",
        .rowMissing: "the object is not in the store",
        .outOfStep: "the store is out of step with the others",
        .evaluation: "a value of a query could not be computed",
        .homeChanged: "objects live in a store that no longer serves their entity",
    ]
}

extension StoreError {
    /// Every code.
    package static var allCodes: [Code] { messages.keys.sorted(byName: \.rawValue) }
}
