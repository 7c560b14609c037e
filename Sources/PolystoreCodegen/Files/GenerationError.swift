/// Why nothing was generated.
public enum GenerationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The command line makes no sense.
    case usage(String)
    /// The model has no configuration of the name.
    case unknownConfiguration(String, known: [String])
    /// Two entities would have one class.
    case duplicateClass(String, entities: [String])
    /// A name of a class, a type or a module is no name in Swift.
    case invalidName(String, of: String)
    /// A template cannot be used.
    case template(name: String, reason: String)
    /// A file that the generator did not write is where a machine file is to be written.
    case foreignFile(path: String)
    /// Two models of one run would write one file.
    case sharedFile(path: String, models: [String])
    /// A file cannot be read or written.
    case file(path: String, reason: String)
    /// A model cannot be read for the reason that is given.
    case model(path: String, reason: String)

    /// One line that names the thing and the place.
    public var description: String {
        switch self {
        case .usage(let message): "error: \(message)"
        case .unknownConfiguration(let name, let known):
            "error: the model has no configuration '\(name)'; "
                + (known.isEmpty
                    ? "it has none" : "configurations: \(known.map { "'\($0)'" }.joined(separator: ", "))")
        case .duplicateClass(let name, let entities):
            "error: the class '\(name)' would stand for \(entities.map { "'\($0)'" }.joined(separator: " and ")); "
                + "give each entity a class of its own"
        case .invalidName(let name, let what): "error: '\(name)' cannot be \(what) in Swift"
        case .template(let name, let reason): "\(name): error: the template cannot be used: \(reason)"
        case .foreignFile(let path):
            "\(path): error: this file was not generated, and a generated one has its name; move it away"
        case .sharedFile(let path, let models):
            "\(path): error: two models would write this: \(models.joined(separator: " and ")); "
                + "generate each into a folder of its own"
        case .file(let path, let reason): "\(path): error: \(reason)"
        case .model(let path, let reason): "\(path): error: \(reason)"
        }
    }
}
