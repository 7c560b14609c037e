import PolystoreModel

/// An error of a context or of one of its objects.
public struct ContextError: StructuredError {
    /// The code of the error, to switch over.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String
        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The object's context is gone, or has let the object go.
        public static let contextGone = Self(rawValue: "contextGone")
        /// The object is not in its store any more.
        public static let objectMissing = Self(rawValue: "objectMissing")
        /// The store of the object is not open.
        public static let storeNotOpen = Self(rawValue: "storeNotOpen")
        /// The object's row could not be read.
        public static let objectInaccessible = Self(rawValue: "objectInaccessible")
        /// The object was deleted.
        public static let objectDeleted = Self(rawValue: "objectDeleted")
        /// The object belongs to another context.
        public static let foreignObject = Self(rawValue: "foreignObject")
        /// The class stands for no entity of the model.
        public static let unknownEntity = Self(rawValue: "unknownEntity")
        /// The entity is abstract.
        public static let abstractEntity = Self(rawValue: "abstractEntity")
        /// A relationship is given an object of another entity.
        public static let wrongDestination = Self(rawValue: "wrongDestination")
        /// An attribute that decides the object's store cannot change after insert.
        public static let partitionFixed = Self(rawValue: "partitionFixed")
        /// The object's ID was read, linked or saved, so its store cannot change.
        public static let storeFixed = Self(rawValue: "storeFixed")
        /// `willSave` keeps changing objects.
        public static let unstable = Self(rawValue: "unstable")
        /// Contexts wait for each other in a circle.
        public static let waitingCycle = Self(rawValue: "waitingCycle")
        /// The main thread does not serve its queue, so a context of the main queue cannot be waited for.
        public static let mainQueueNotServed = Self(rawValue: "mainQueueNotServed")
        /// A child context reads through its parent, which has a generation.
        public static let generationOfParent = Self(rawValue: "generationOfParent")
        /// The generation is of another coordinator's stores.
        public static let foreignGeneration = Self(rawValue: "foreignGeneration")
        /// The context was used outside of its executor, and what was to be changed was not.
        public static let wrongExecutor = Self(rawValue: "wrongExecutor")
        /// The context cannot be asked to perform work.
        public static let notPerforming = Self(rawValue: "notPerforming")
        /// More objects or relationships of one kind were read one at a time than the context's fault policy allows.
        public static let tooManyFaults = Self(rawValue: "tooManyFaults")
        /// The fetched object is of another class than the request asks for.
        public static let wrongClass = Self(rawValue: "wrongClass")
        /// There is no group of changes to take back, to make again or to end.
        public static let noUndoGroup = Self(rawValue: "noUndoGroup")
        /// A group of changes is open, a save is under way, or changes are being taken back.
        public static let undoGroupOpen = Self(rawValue: "undoGroupOpen")
    }

    /// The code of the error.
    public let code: Code
    /// Where and with what.
    public var details: ErrorDetails
    /// The error that led to this one.
    public let cause: (any Error)?

    /// Makes an error.
    public init(_ code: Code, _ details: ErrorDetails = [:], cause: (any Error)? = nil) {
        self.code = code
        self.details = details
        self.cause = cause
    }

    /// The fixed sentence of the code.
    public var message: String {
        switch code {
        case .contextGone: "the object's context is gone, or has let the object go"
        case .objectMissing: "the object is not in its store any more"
        case .storeNotOpen: "the store of the object is not open"
        case .objectInaccessible: "the object's row could not be read"
        case .objectDeleted: "the object was deleted"
        case .foreignObject: "the object belongs to another context"
        case .unknownEntity: "the class stands for no entity of the model"
        case .abstractEntity: "an abstract entity has no objects of its own"
        case .wrongDestination: "the relationship leads to objects of another entity"
        case .partitionFixed: "an attribute that decides the object's store cannot change after insert"
        case .storeFixed: "the object's store is fixed"
        case .unstable:
            "willSave changes objects without end; setPrimitiveValue(_:for:) sets a value without announcing a change"
        case .waitingCycle: "contexts wait for each other in a circle"
        case .mainQueueNotServed: "the main thread does not serve the main queue"
        case .wrongExecutor: "the context was used outside of its executor"
        case .generationOfParent: "a child context reads through its parent; the generation is set there"
        case .foreignGeneration: "the generation is of another coordinator"
        case .notPerforming: "a thread-confined context performs no work"
        case .tooManyFaults: "too many were read one at a time; prefetch them, or fulfill them together"
        case .wrongClass: "the object is of another class than the request asks for"
        case .noUndoGroup: "there is no group of changes to take back, to make again or to end"
        case .undoGroupOpen: "a group of changes is open, a save is under way, or changes are being taken back"
        default: code.rawValue
        }
    }
}
