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
    /// What the model asks of the property, such as `at least 0`; nil where the code says it, and of an object's own validation.
    public let rule: String?
    /// The number of the error that Core Data has for this: `NSValidationMissingMandatoryPropertyError` is 1570, and so on; 1550
    /// where it has none of its own.
    public let coreDataCode: Int
    /// The error of the object's own validation.
    public let cause: (any Error)?

    /// Makes a failure.
    public init(_ code: Code, _ object: ManagedObject, _ property: String?, cause: (any Error)? = nil) {
        self.init(code, object, property, cause: cause, rule: nil, type: nil)
    }

    /// Makes a failure of an attribute's value, with what the model asks of it.
    init(_ code: Code, _ object: ManagedObject, _ attribute: ModelAttribute) {
        let rule = attribute.description.validation.rule(code, type: attribute.type)
        self.init(code, object, attribute.name, cause: nil, rule: rule, type: attribute.type)
    }

    /// Makes a failure of a relationship, with what the model asks of it.
    init(_ code: Code, _ object: ManagedObject, _ relationship: ModelRelationship) {
        let description = relationship.description
        let rule: String? =
            switch code {
            case .tooFew: "at least \(description.minimumCount) objects"
            case .tooMany: "at most \(description.maximumCount) objects"
            default: nil
            }
        self.init(code, object, relationship.name, cause: nil, rule: rule, type: nil)
    }

    private init(
        _ code: Code, _ object: ManagedObject, _ property: String?, cause: (any Error)?, rule: String?,
        type: AttributeType?
    ) {
        self.code = code
        self.object = object.identity
        entity = object.entity.name
        self.property = property
        self.rule = rule
        coreDataCode = code.coreDataCode(type: type)
        self.cause = cause
    }

    /// Entity, property, what is wrong and what the model asks; never the value.
    public var description: String {
        let place = property.map { "\(entity).\($0)" } ?? entity
        let asked = rule.map { " (\($0))" } ?? ""
        let reason = cause.map { ": \($0)" } ?? ""
        return "\(place) of \(object): \(code.rawValue)\(asked)\(reason)"
    }
}
