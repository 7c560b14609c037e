import PolystoreModel

/// One property or object that is not valid at save.
public struct ValidationFailure: Error, Sendable, CustomStringConvertible {
    /// The code of the failure.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String
        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// A required value or object is missing.
        public static let missing = Self(rawValue: "missing")
        /// A number or date is below the minimum.
        public static let tooSmall = Self(rawValue: "tooSmall")
        /// A number or date is above the maximum.
        public static let tooLarge = Self(rawValue: "tooLarge")
        /// Text or data is shorter than the minimum.
        public static let tooShort = Self(rawValue: "tooShort")
        /// Text or data is longer than the maximum.
        public static let tooLong = Self(rawValue: "tooLong")
        /// Text does not match the pattern.
        public static let patternMismatch = Self(rawValue: "patternMismatch")
        /// A to-many relationship has fewer objects than the minimum.
        public static let tooFew = Self(rawValue: "tooFew")
        /// A to-many relationship has more objects than the maximum.
        public static let tooMany = Self(rawValue: "tooMany")
        /// The delete rule denies the deletion while there are related objects.
        public static let deleteDenied = Self(rawValue: "deleteDenied")
        /// The relationship is taken from an object whose store is not open, so that its inverse cannot follow.
        public static let inverseAbsent = Self(rawValue: "inverseAbsent")
        /// The relationship is taken from an object whose store cannot be written, so that its inverse cannot follow.
        public static let inverseReadOnly = Self(rawValue: "inverseReadOnly")
        /// The object's own validation threw.
        public static let custom = Self(rawValue: "custom")
        /// The object has no key; see the cause.
        public static let keyless = Self(rawValue: "keyless")
    }

    /// The code of the failure.
    public let code: Code
    /// The object.
    public let object: ObjectID
    /// The object's entity.
    public let entity: String
    /// The property; nil when the object as a whole is not valid.
    public let property: String?
    /// The error of the object's own validation.
    public let cause: (any Error)?

    /// Makes a failure.
    public init(_ code: Code, _ object: ManagedObject, _ property: String?, cause: (any Error)? = nil) {
        self.code = code
        self.object = object.identity
        entity = object.entity.name
        self.property = property
        self.cause = cause
    }

    /// Entity, property and what is wrong; never the value.
    public var description: String {
        let place = property.map { "\(entity).\($0)" } ?? entity
        let reason = cause.map { ": \($0)" } ?? ""
        return "\(place) of \(object): \(code.rawValue)\(reason)"
    }
}
