import PolystoreModel
import PolystoreStorage

/// Why the record of a change set cannot be read.
public struct ChangeSetError: StructuredError {
    /// The code of the error, to switch over.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String
        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Bytes were read that no writer of the format can have written.
        public static let damaged = Self(rawValue: "damaged")
        /// The record ends before its last frame does.
        public static let truncated = Self(rawValue: "truncated")
        /// The record was written in a later version of the format.
        public static let unsupportedFormat = Self(rawValue: "unsupportedFormat")
        /// The reader's model has a property or an entity that cannot hold what the record says of it.
        public static let incompatible = Self(rawValue: "incompatible")
        /// The bytes could not be read, or a store could not be asked for what a record leaves out.
        public static let unreadable = Self(rawValue: "unreadable")
    }

    /// The code of the error.
    public let code: Code
    /// The offset of the frame in the record; entity and property.
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
        case .damaged: "the record of a change set is damaged"
        case .truncated: "the record of a change set is not complete"
        case .unsupportedFormat: "the format of the change set's record is newer than this program"
        case .incompatible: "the model cannot hold what the record of a change set says"
        case .unreadable: "the record of a change set could not be read"
        default: code.rawValue
        }
    }
}
