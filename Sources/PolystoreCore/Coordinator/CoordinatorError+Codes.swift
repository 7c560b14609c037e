import PolystoreModel

extension CoordinatorError.Code {
    /// A store failed; its error is the cause.
    public static let store = Self(rawValue: "store")
    /// Rows changed meanwhile, or values that must be unique are not; nothing was written.
    public static let conflict = Self(rawValue: "conflict")
    /// The save was made; a store could not keep it yet, and makes up for it before it serves anything else.
    public static let storeBehind = Self(rawValue: "storeBehind")
    /// Whether the save was made is not known; it shows when the stores are opened anew.
    public static let unknownOutcome = Self(rawValue: "unknownOutcome")
    /// The commit log of stores that were not closed cleanly is not there, or is another one.
    public static let commitLogMissing = Self(rawValue: "commitLogMissing")
    /// A store that is open for reading only lacks a save that the commit log has.
    public static let needsRecovery = Self(rawValue: "needsRecovery")
    /// The commit log cannot be used.
    public static let commitLog = Self(rawValue: "commitLog")
    /// A store is older or newer than the commit log says.
    public static let outOfStep = Self(rawValue: "outOfStep")
    /// The type of a store is not among those that the coordinator was given.
    public static let unknownStoreType = Self(rawValue: "unknownStoreType")
    /// No open store has that name or number.
    public static let unknownStore = Self(rawValue: "unknownStore")
    /// The model has no such entity.
    public static let unknownEntity = Self(rawValue: "unknownEntity")
    /// The model has no such configuration.
    public static let unknownConfiguration = Self(rawValue: "unknownConfiguration")
    /// Two stores have one name.
    public static let duplicateName = Self(rawValue: "duplicateName")
    /// A description contradicts itself or the store's type.
    public static let invalidDescription = Self(rawValue: "invalidDescription")
    /// A partition rule cannot be used.
    public static let invalidPartition = Self(rawValue: "invalidPartition")
    /// No store serves the entity.
    public static let noHome = Self(rawValue: "noHome")
    /// Several stores serve the entity and nothing says which one.
    public static let ambiguousHome = Self(rawValue: "ambiguousHome")
    /// The partition rule has no store for the object's value.
    public static let noPartition = Self(rawValue: "noPartition")
    /// The store does not serve the entity.
    public static let notServed = Self(rawValue: "notServed")
    /// The store is open for reading only.
    public static let readOnly = Self(rawValue: "readOnly")
    /// Objects live in a store that no longer serves their entity.
    public static let homeChanged = Self(rawValue: "homeChanged")
    /// A store in which objects live is not among the stores.
    public static let formerHomeMissing = Self(rawValue: "formerHomeMissing")
    /// References of a store lead to a store that is not among the stores.
    public static let lostStore = Self(rawValue: "lostStore")
    /// A durable store would have to refer into a volatile one.
    public static let volatileReference = Self(rawValue: "volatileReference")
    /// A relationship of an open store would begin to lead out of it.
    public static let placementChanged = Self(rawValue: "placementChanged")
    /// The coordinator is closed.
    public static let closed = Self(rawValue: "closed")
    /// Two coordinators have different models.
    public static let differentModel = Self(rawValue: "differentModel")
    /// Stores that must be empty hold objects.
    public static let notEmpty = Self(rawValue: "notEmpty")
    /// There is no folder of a backup at a path.
    public static let noBackup = Self(rawValue: "noBackup")
    /// A folder is no backup, or not one of these stores.
    public static let invalidBackup = Self(rawValue: "invalidBackup")
    /// There is something in the place of a backup.
    public static let backupExists = Self(rawValue: "backupExists")
    /// The folder of a backup cannot be made.
    public static let backupNotWritten = Self(rawValue: "backupNotWritten")
    /// A store is in the place of one that would be brought back.
    public static let storeExists = Self(rawValue: "storeExists")
    /// A restore has replaced some of the stores, and has not ended.
    public static let unfinishedRestore = Self(rawValue: "unfinishedRestore")
    /// A copy of a graph has put some of its stores into their places, and has not ended.
    public static let unfinishedCopy = Self(rawValue: "unfinishedCopy")
    /// A copy does not hold what the original holds.
    public static let digestDiffers = Self(rawValue: "digestDiffers")
}

extension CoordinatorError {
    static let messages: [Code: String] = [
        .store: "a store failed",
        .conflict: "the save conflicts with what is stored",
        .storeBehind: "the save was made, and a store has yet to catch up with it",
        .unknownOutcome: "whether the save was made shows when the stores are opened anew",
        .commitLogMissing: "the commit log of the stores is missing",
        .needsRecovery: "the store lacks a save and is open for reading only",
        .commitLog: "the commit log cannot be used",
        .outOfStep: "a store is out of step with the commit log",
        .unknownStoreType: "the store type is unknown to the coordinator",
        .unknownStore: "there is no such store",
        .unknownEntity: "the model has no such entity",
        .unknownConfiguration: "the model has no such configuration",
        .duplicateName: "two stores have one name",
        .invalidDescription: "the description of the store is not valid",
        .invalidPartition: "the partition rule cannot be used",
        .noHome: "no store serves the entity",
        .ambiguousHome: "several stores serve the entity and nothing says which one",
        .noPartition: "the partition rule has no store for the value",
        .notServed: "the store does not serve the entity",
        .readOnly: "the store is open for reading only",
        .homeChanged: "objects live in a store that no longer serves their entity",
        .formerHomeMissing: "a store in which objects live is not among the stores",
        .lostStore: "a store that another one refers to is not among the stores",
        .volatileReference: "a durable store cannot refer into a volatile one",
        .placementChanged: "a relationship of an open store would begin to lead out of it",
        .closed: "the coordinator is closed",
        .differentModel: "the models differ",
        .notEmpty: "the stores hold objects already",
        .noBackup: "there is no such backup",
        .invalidBackup: "the folder is not a backup of these stores",
        .backupExists: "there is something in the place of the backup",
        .backupNotWritten: "the folder of the backup cannot be made",
        .storeExists: "a store is there already",
        .unfinishedRestore: "a restore has not ended, and the stores may be of different moments",
        .unfinishedCopy: "a copy has not ended, and some of its stores may be missing",
        .digestDiffers: "the copy does not hold what the original holds",
    ]
}
