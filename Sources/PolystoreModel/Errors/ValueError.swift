/// A value that a property cannot take.
public struct ValueError: StructuredError {
    /// The code of the error, to switch over.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String
        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The value is of another kind than the property.
        public static let wrongType = Self(rawValue: "wrongType")
        /// The number does not fit the property's width exactly.
        public static let outOfRange = Self(rawValue: "outOfRange")
        /// NaN is no value.
        public static let notANumber = Self(rawValue: "notANumber")
        /// The entity has no property of that name.
        public static let unknownProperty = Self(rawValue: "unknownProperty")
        /// A coder could not read or write the value.
        public static let coding = Self(rawValue: "coding")
        /// Stores have room for values of the attribute's type, but they cannot be used yet: composites.
        public static let unavailable = Self(rawValue: "unavailable")
        /// The stored value is none of the type's, such as a raw value that no case of an enumeration has.
        public static let unknownValue = Self(rawValue: "unknownValue")
    }

    /// The code of the error.
    public let code: Code
    /// Where and with what.
    public var details: ErrorDetails
    /// The error that led to this one.
    public let cause: (any Error)?

    /// Makes an error; the value itself is never part of it.
    @inline(never)
    public init(
        _ code: Code, expected: String? = nil, found: String? = nil, details: ErrorDetails = [:],
        cause: (any Error)? = nil
    ) {
        self.code = code
        self.cause = cause
        var details = details
        if let expected { details[.expected] = expected }
        if let found { details[.found] = found }
        self.details = details
    }

    /// The fixed sentence of the code.
    public var message: String {
        switch code {
        case .wrongType: "the value is of another type than the property"
        case .outOfRange: "the number does not fit the property"
        case .notANumber: "NaN is not a value"
        case .unknownProperty: "the entity has no such property"
        case .coding: "the value could not be encoded or decoded"
        case .unavailable: "values of this type are not available yet"
        case .unknownValue: "the stored value is none of the type's"
        default: code.rawValue
        }
    }
}
