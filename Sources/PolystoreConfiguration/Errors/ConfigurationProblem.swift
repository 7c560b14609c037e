import PolystoreModel

/// One thing that is wrong with a store file, or with a store that it names, and where.
public struct ConfigurationProblem: Hashable, Sendable, CustomStringConvertible {
    /// The code of the problem, to switch over.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String
        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// What is wrong.
    public let code: Code
    /// The sentence for people; it never holds a value that came from the environment.
    public let message: String
    /// File, line and column, as far as they are known.
    public let details: ErrorDetails

    /// Makes a problem.
    public init(_ code: Code, _ message: String, _ details: ErrorDetails = [:]) {
        self.code = code
        self.message = message
        self.details = details
    }

    init(_ code: Code, _ message: String, file: String, place: TextPlace?) {
        self.init(
            code, message,
            [.file: file, .line: place.map { String($0.line) }, .column: place.map { String($0.column) }])
    }

    /// `file:line:column: error: sentence`, as far as the place is known.
    public var description: String {
        let place = [details[.file], details[.line], details[.column]].compactMap(\.self).joined(separator: ":")
        return place.isEmpty ? "error: \(message)" : "\(place): error: \(message)"
    }
}

extension ConfigurationProblem.Code {
    /// The file is missing, is no file, or cannot be read.
    public static let unreadable = Self(rawValue: "unreadable")
    /// The text is not YAML, or not the part of YAML that is read.
    public static let invalidSyntax = Self(rawValue: "invalidSyntax")
    /// The file is of a version that this program does not know.
    public static let unsupportedFormat = Self(rawValue: "unsupportedFormat")
    /// A key has no meaning where it stands.
    public static let unknownKey = Self(rawValue: "unknownKey")
    /// A value is missing or not what its key needs.
    public static let invalidValue = Self(rawValue: "invalidValue")
    /// An environment variable is not set, or its use is not written rightly.
    public static let invalidVariable = Self(rawValue: "invalidVariable")
    /// What the file asks for exists in the format, but not yet in this version.
    public static let notAvailable = Self(rawValue: "notAvailable")
    /// No store type has that name.
    public static let unknownStoreType = Self(rawValue: "unknownStoreType")
    /// The store type exists, but the program did not pass it.
    public static let storeTypeNotLinked = Self(rawValue: "storeTypeNotLinked")
    /// An option is unknown to the store type, or its value is not what it needs.
    public static let invalidOption = Self(rawValue: "invalidOption")
    /// A store has no place, one that it cannot have, or one that is taken.
    public static let invalidPlace = Self(rawValue: "invalidPlace")
    /// The model is missing, or has no such entity, configuration or attribute.
    public static let unknownName = Self(rawValue: "unknownName")
    /// An entity has no store.
    public static let noHome = Self(rawValue: "noHome")
    /// Several writable stores hold an entity, and nothing says which one new objects go to.
    public static let ambiguousHome = Self(rawValue: "ambiguousHome")
    /// A partition rule cannot be used.
    public static let invalidPartition = Self(rawValue: "invalidPartition")
    /// The model file has a problem; the message is the model's.
    public static let model = Self(rawValue: "model")
    /// A store could not be opened; the error's cause tells more.
    public static let store = Self(rawValue: "store")
}
