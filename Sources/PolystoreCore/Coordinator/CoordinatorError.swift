import PolystoreModel
import PolystoreStorage

/// An error of a coordinator: stores that cannot be opened together, objects without a home, saves that did not pass.
public struct CoordinatorError: StructuredError {
    /// The code of the error, to switch over.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String
        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The code of the error.
    public let code: Code
    /// Store, entity, property and the like.
    public var details: ErrorDetails
    /// The error that led to this one.
    public let cause: (any Error)?
    /// With code `conflict`: what stood in the way, in every store of the save.
    public let conflicts: [StoreNumber: StoreConflicts]
    /// With code `storeBehind`: the commits of the save, in each store, also where it has yet to be made.
    public let committed: [StoreNumber: CommitNumber]

    /// Makes an error.
    public init(
        _ code: Code, _ details: ErrorDetails = [:], cause: (any Error)? = nil,
        conflicts: [StoreNumber: StoreConflicts] = [:], committed: [StoreNumber: CommitNumber] = [:]
    ) {
        self.code = code
        self.details = details
        self.cause = cause
        self.conflicts = conflicts
        self.committed = committed
    }

    /// Makes the error of a store's error: `conflict` for conflicts, otherwise `store`.
    public init(_ error: StoreError, in store: StoreNumber) {
        if error.code == .conflict, let conflicts = error.conflicts {
            self.init(.conflict, error.details, cause: error, conflicts: [store: conflicts])
        } else {
            self.init(.store, error.details, cause: error)
        }
    }

    /// Whether it is unknown what some store holds, so that stores must be opened anew.
    var leavesStateUnknown: Bool {
        code == .unknownOutcome || (cause as? StoreError)?.leavesStateUnknown ?? false
    }

    /// The fixed sentence of the code.
    public var message: String { CoordinatorError.messages[code] ?? code.rawValue }
}
