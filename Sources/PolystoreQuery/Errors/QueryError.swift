import PolystoreModel

/// A request that cannot be read, resolved or evaluated.
///
/// The details name entity, property and, for text, the offset of the place; values of users are never part of it.
public struct QueryError: StructuredError {
    /// The code of the error, to switch over.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's name.
        public let rawValue: String
        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// What is wrong.
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
    public var message: String { QueryError.messages[code] ?? code.rawValue }
}

extension QueryError: Hashable {
    /// Compares code and details; causes are not compared.
    public static func == (left: QueryError, right: QueryError) -> Bool {
        left.code == right.code && left.details == right.details
    }

    /// Hashes code and details.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(details)
    }
}
