import PolystoreModel

/// A save that was refused as a whole, with everything that stood in its way.
///
/// The context is as it was before.
public struct SaveError: StructuredError {
    /// Why, as a name to switch over.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String
        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Objects are not valid: see `validationFailures`.
        public static let validation = Self(rawValue: "validation")
        /// Rows or values conflict with what is stored: see `conflicts` and `constraintConflicts`.
        public static let conflict = Self(rawValue: "conflict")
        /// The merge policy did not come to an end.
        public static let unresolved = Self(rawValue: "unresolved")
    }

    /// The code of the error.
    public let code: Code
    /// Where and with what.
    public let details: ErrorDetails
    /// The error that led to this one.
    public let cause: (any Error)?
    /// Every property and object that is not valid.
    public let validationFailures: [ValidationFailure]
    /// Every object whose stored row changed.
    public let conflicts: [MergeConflict]
    /// Every pair of objects with values that must differ.
    public let constraintConflicts: [ConstraintConflict]

    /// Makes an error.
    public init(
        _ code: Code, validationFailures: [ValidationFailure] = [], conflicts: [MergeConflict] = [],
        constraintConflicts: [ConstraintConflict] = [], cause: (any Error)? = nil
    ) {
        self.code = code
        self.validationFailures = validationFailures
        self.conflicts = conflicts
        self.constraintConflicts = constraintConflicts
        self.cause = cause
        let count = validationFailures.count + conflicts.count + constraintConflicts.count
        details = [.count: "\(count)"]
    }

    /// The fixed sentence of the code.
    public var message: String {
        switch code {
        case .validation: "objects are not valid"
        case .conflict: "the save conflicts with what is stored"
        case .unresolved: "the merge policy could not settle the conflicts"
        default: code.rawValue
        }
    }

    /// The sentence, then a line for each failure and conflict.
    public var description: String {
        let lines =
            validationFailures.map(\.description) + conflicts.map(\.description)
            + constraintConflicts.map(\.description)
        return ([message] + lines).joined(separator: "\n  ")
    }
}
