import PolystoreModel

/// An error of one store: what happened, in which store, at which place.
public struct StoreError: StructuredError {
    /// The code of the error, to switch over.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String
        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The code of the error.
    public let code: Code
    /// Store, path, entity, object and the like.
    public var details: ErrorDetails
    /// The error that led to this one.
    public let cause: (any Error)?
    /// With code `conflict`: every row and constraint that stood in the way.
    public let conflicts: StoreConflicts?

    /// Makes an error.
    public init(
        _ code: Code, _ details: ErrorDetails = [:], cause: (any Error)? = nil, conflicts: StoreConflicts? = nil
    ) {
        self.code = code
        self.details = details
        self.cause = cause
        self.conflicts = conflicts
    }

    /// The fixed sentence of the code.
    public var message: String { StoreError.messages[code] ?? code.rawValue }
}
