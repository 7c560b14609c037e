/// One thing that is wrong with a model, and where.
public struct ModelProblem: Hashable, Sendable, CustomStringConvertible {
    /// The code of the problem, to switch over.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String
        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// What is wrong.
    public let code: Code
    /// The sentence for people, naming entity and property.
    public let message: String
    /// Entity, property, file, line and column, as far as they apply.
    public let details: ErrorDetails
    /// Where in the model it is.
    public let path: ModelPath

    /// Makes a problem.
    public init(_ code: Code, _ message: String, _ details: ErrorDetails = [:], at path: ModelPath = []) {
        self.code = code
        self.message = message
        self.details = details
        self.path = path
    }

    /// `file:line:column: error: sentence`, as far as the place is known.
    public var description: String { text(as: "error") }

    /// `file:line:column: word: sentence`, as far as the place is known, with `warning` or `note` in place of `error`.
    public func text(as word: String) -> String {
        let place = [details[.file], details[.line], details[.column]].compactMap(\.self).joined(separator: ":")
        return place.isEmpty ? message : "\(place): \(word): \(message)"
    }
}

extension ModelProblem.Code {
    /// Two entities, properties, configurations or indexes have one name.
    public static let duplicateName = Self(rawValue: "duplicateName")
    /// A name is empty, too long or has characters that are not allowed.
    public static let invalidName = Self(rawValue: "invalidName")
    /// A property is named like a member of `ManagedObject`.
    public static let reservedName = Self(rawValue: "reservedName")
    /// Two properties would have one column name in SQL stores.
    public static let columnCollision = Self(rawValue: "columnCollision")
    /// A named entity, property, composite or configuration is not in the model.
    public static let unknownName = Self(rawValue: "unknownName")
    /// Entities inherit from each other in a circle.
    public static let inheritanceCycle = Self(rawValue: "inheritanceCycle")
    /// A class inherits from the class of another entity than the one that it names as its parent.
    public static let superclassMismatch = Self(rawValue: "superclassMismatch")
    /// Inverses do not point at each other.
    public static let inverseMismatch = Self(rawValue: "inverseMismatch")
    /// A default value, bound, pattern or count does not fit the property.
    public static let invalidConstraint = Self(rawValue: "invalidConstraint")
    /// The type of an attribute is not allowed here.
    public static let invalidType = Self(rawValue: "invalidType")
    /// The file or folder is not there or cannot be read.
    public static let unreadable = Self(rawValue: "unreadable")
    /// The text of a model file cannot be read.
    public static let invalidSyntax = Self(rawValue: "invalidSyntax")
    /// A model file has a key that has no meaning there.
    public static let unknownKey = Self(rawValue: "unknownKey")
    /// A value of a model file is missing or not of the kind that its key needs.
    public static let invalidValue = Self(rawValue: "invalidValue")
    /// The file or the stored form is of a version that this program does not know.
    public static let unsupportedFormat = Self(rawValue: "unsupportedFormat")
    /// The model has more entities or properties than a store can hold.
    public static let limit = Self(rawValue: "limit")
    /// A model has no entity that objects can be of.
    public static let empty = Self(rawValue: "empty")
}
