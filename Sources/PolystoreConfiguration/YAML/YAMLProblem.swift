/// One thing that is wrong with a YAML file, and where.
struct YAMLProblem {
    /// The kind of the problem.
    enum Kind {
        /// The text is not YAML, or not the part of YAML that is read.
        case syntax
        /// A key has no meaning where it stands.
        case unknownKey
        /// A value is missing or not what its key needs.
        case invalidValue
        /// The file is of a version that this program does not know.
        case unsupportedFormat
    }

    let kind: Kind
    /// The sentence for people.
    let message: String
    /// The keys that lead to the thing that could not be read whole.
    let path: [String]
    /// Where in the text; nil for the file as a whole.
    let place: TextPlace?
}
