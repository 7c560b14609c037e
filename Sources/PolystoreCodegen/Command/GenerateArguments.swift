/// The words of a command line that asks for classes.
public struct GenerateArguments: Sendable {
    /// The action.
    public enum Action: Sendable, Hashable {
        /// Write the files.
        case write
        /// Print which files there would be.
        case listSourceFiles
        /// Print the files whose entity is gone.
        case listOrphans
        /// Write the templates that come along into a folder.
        case exportTemplates(folder: String)
        /// Print how the command is used.
        case help
        /// Print the version.
        case version
    }

    /// The action.
    public var action = Action.write
    /// The models.
    public var models: [String] = []
    /// The version of the model.
    public var version: String?
    /// The options of the classes.
    public var options = GenerationOptions()
    /// Where the files are written.
    public var folders = OutputFolders()
    /// The folder of templates.
    public var templateFolder: String?
    /// Whether machine files whose entity is gone are removed.
    public var removesOrphans = false
    /// Whether the list of generated files is kept.
    public var keepsManifest = true
    /// Where types are written that the model names and does not hold.
    public var stubsPath: String?

    /// Reads the words.
    ///
    /// - Throws: `GenerationError` with code `usage` that names the word.
    public init(_ words: [String]) throws(GenerationError) {
        var reader = ArgumentReader(words)
        var (output, machine, human): (String, String?, String?) = (".", nil, nil)
        var singleFile: String?
        while let word = reader.next() {
            switch word {
            case "--help", "-h": action = .help
            case "--version": action = .version
            case "--model", "-m": models.append(try reader.value())
            case "--model-version": version = try reader.value()
            case "--output", "--output-dir", "-O", "-o": output = try reader.value()
            case "--machine", "--machine-dir", "-M": machine = try reader.value()
            case "--human", "--human-dir", "-H": human = try reader.value()
            case "--shape": options.shape = try reader.choice(GenerationShape.self)
            case "--single-file":
                singleFile = try reader.value()
                options.shape = .single
                keepsManifest = false
            case "--access": options.access = try reader.choice(AccessLevel.self)
            case "--tokens-only": options.hasTypedProperties = false
            case "--no-constants": options.hasNameConstants = false
            case "--configuration", "-C": options.configuration = try reader.value()
            case "--base-class": options.baseClass = try reader.name("a base class")
            case "--base-class-force":
                options.baseClass = try reader.name("a base class")
                options.isBaseClassForced = true
            case "--base-class-import", "--import": options.imports.append(try reader.name("a module"))
            case "--templates", "--template-path": templateFolder = try reader.value()
            case "--template-var":
                let (key, value) = try reader.pair()
                options.templateVariables[key] = value
            case "--export-templates": action = .exportTemplates(folder: try reader.value())
            case "--list-source-files": action = .listSourceFiles
            case "--orphaned": action = .listOrphans
            case "--remove-orphaned": removesOrphans = true
            case "--no-manifest": keepsManifest = false
            case "--stubs": stubsPath = try reader.value()
            case "--swift", "-S", "--v2", "-2": break
            default:
                if let reason = UnsupportedOptions.reasons[word] {
                    throw .usage("'\(word)' is not carried over: \(reason)")
                }
                if word.hasPrefix("-") { throw .usage("unknown option '\(word)'; --help lists those there are") }
                models.append(word)
            }
        }
        folders = OutputFolders(output: output, machine: machine, human: human)
        folders.singleFile = singleFile
        if singleFile != nil, models.count > 1 { throw .usage("--single-file needs exactly one model") }
        let needsModel = [.write, .listSourceFiles, .listOrphans].contains(action)
        if needsModel, models.isEmpty { throw .usage("name a model; --help tells more") }
        if version != nil, models.count > 1 { throw .usage("--model-version needs exactly one model") }
    }
}
