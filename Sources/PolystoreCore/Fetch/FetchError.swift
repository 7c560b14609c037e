import PolystoreModel
import PolystoreStorage

/// A fetch that did not end well.
public struct FetchError: StructuredError {
    /// The code of the error, to switch over.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String
        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// A store failed; its error is the cause.
        public static let store = Self(rawValue: "store")
        /// No store is open.
        public static let noStore = Self(rawValue: "noStore")
        /// The only stores that held the objects of an entity were removed; an empty answer would not be true.
        public static let storeNotOpen = Self(rawValue: "storeNotOpen")
        /// A value could not be computed or compared.
        public static let evaluation = Self(rawValue: "evaluation")
        /// The task was cancelled.
        public static let cancelled = Self(rawValue: "cancelled")
        /// No open store has the name.
        public static let unknownStore = Self(rawValue: "unknownStore")
    }

    /// The code of the error.
    public let code: Code
    /// Store, entity and the like.
    public var details: ErrorDetails
    /// The error that led to this one.
    public let cause: (any Error)?

    /// Makes an error.
    public init(_ code: Code, _ details: ErrorDetails = [:], cause: (any Error)? = nil) {
        self.code = code
        self.details = details
        self.cause = cause
    }

    /// Makes the error of whatever was thrown while rows were read or looked at.
    public init(_ error: any Error) {
        switch error {
        case let error as FetchError: self = error
        // A store that computes values itself hands on the evaluator's own error.
        case let error as StoreError where error.code == .evaluation:
            self.init(.evaluation, cause: error.cause ?? error)
        case let error as StoreError: self.init(.store, error.details, cause: error)
        case let error as ContextError where error.code == .storeNotOpen:
            self.init(.storeNotOpen, error.details, cause: error)
        default: self.init(.evaluation, cause: error)
        }
    }

    /// The fixed sentence of the code.
    public var message: String {
        switch code {
        case .store: "a store failed during a fetch"
        case .noStore: "no store is open"
        case .storeNotOpen: "the store of the entity's objects is not open"
        case .evaluation: "a value could not be computed or compared"
        case .cancelled: "the fetch was cancelled"
        case .unknownStore: "there is no such store"
        default: code.rawValue
        }
    }
}
