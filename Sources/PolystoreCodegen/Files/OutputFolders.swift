/// Where files are written.
public struct OutputFolders: Sendable, Hashable {
    /// The folder of the machine's files.
    public var machine: String
    /// The folder of the files that belong to people.
    public var human: String
    /// The file of a model whose classes are all in one file; nil for one of the model's name among the machine's.
    public var singleFile: String?

    /// Both in one folder, unless one is named of its own.
    public init(output: String = ".", machine: String? = nil, human: String? = nil) {
        self.machine = machine ?? output
        self.human = human ?? output
    }

    /// The path of a file.
    public func path(of file: GeneratedFile) -> String { singleFile ?? path(of: file.name, file.owner) }

    /// The path of a file by its name.
    func path(of name: String, _ owner: GeneratedFile.Owner) -> String {
        let folder = owner == .machine ? machine : human
        return folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }
}
