import PolystoreModel

/// A batch request that was refused as a whole: nothing was changed.
public struct BatchError: StructuredError {
    /// The code of the error, to switch over.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String
        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The entity has no such property.
        public static let unknownProperty = Self(rawValue: "unknownProperty")
        /// A batch cannot set the property; the reason is in the details.
        public static let notSettable = Self(rawValue: "notSettable")
        /// An update that sets nothing, or one property twice.
        public static let invalidRequest = Self(rawValue: "invalidRequest")
        /// A value does not fit the property; its error is the cause.
        public static let invalidValue = Self(rawValue: "invalidValue")
        /// A value is missing or is not valid by the model; the code of the validation is the reason.
        public static let validation = Self(rawValue: "validation")
        /// A reference leads to an object that is not there, or is of another entity.
        public static let missingObject = Self(rawValue: "missingObject")
        /// Values that must be unique are not; the coordinator's error is the cause.
        public static let notUnique = Self(rawValue: "notUnique")
        /// Two rows of one request concern the same stored object.
        public static let sameObjectTwice = Self(rawValue: "sameObjectTwice")
        /// A row has the unique values of two stored objects.
        public static let ambiguous = Self(rawValue: "ambiguous")
        /// A delete rule denies the deletion while there are related objects.
        public static let denied = Self(rawValue: "denied")
        /// The request has more rows than one transaction takes.
        public static let tooManyRows = Self(rawValue: "tooManyRows")
        /// Other saves changed the same objects again and again.
        public static let unresolved = Self(rawValue: "unresolved")
    }

    /// The code of the error.
    public let code: Code
    /// Entity, property, row of the request and the like.
    public var details: ErrorDetails
    /// The error that led to this one.
    public let cause: (any Error)?
    /// The number of the row of an insert request, the first one being 0; nil where no row is to blame.
    public let row: Int?
    /// The stored object that is to blame; nil where there is none.
    public let object: ObjectID?

    /// Makes an error.
    public init(
        _ code: Code, _ details: ErrorDetails = [:], row: Int? = nil, object: ObjectID? = nil,
        cause: (any Error)? = nil
    ) {
        self.code = code
        self.details = details
        self.cause = cause
        (self.row, self.object) = (row, object)
        if let row { self.details[.row] = "\(row)" }
        if let object { self.details[.object] = "\(object)" }
    }

    /// The fixed sentence of the code.
    public var message: String {
        switch code {
        case .unknownProperty: "the entity has no such property"
        case .notSettable: "a batch cannot set the property"
        case .invalidRequest: "the batch request contradicts itself"
        case .invalidValue: "a value does not fit the property"
        case .validation: "a value is not valid"
        case .missingObject: "a reference leads to an object that is not there"
        case .notUnique: "values that must be unique are not"
        case .sameObjectTwice: "two rows of the request concern the same object"
        case .ambiguous: "a row has the unique values of two objects"
        case .denied: "a delete rule denies the deletion"
        case .tooManyRows: "the request has more rows than one transaction takes"
        case .unresolved: "other saves changed the same objects again and again"
        default: code.rawValue
        }
    }
}
