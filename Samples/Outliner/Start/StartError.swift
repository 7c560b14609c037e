/// Why the program does not begin, apart from what its stores say.
enum StartError: Error, Equatable, CustomStringConvertible {
    /// Standard input or output is no terminal.
    case noTerminal
    /// What should be the folder of the outline is something else.
    case noFolder(String)
    /// The folder is not there, nor is the one that it would be made in.
    case noParent(String)
    /// The folder is not there, and cannot be made.
    case notMade(String, reason: String)
    /// A file that belongs to the program is not where it was installed.
    case missingResource(String)

    var description: String {
        switch self {
        case .noTerminal: "error: the outline is edited in a terminal, and there is none; --print shows it without"
        case .noFolder(let path): "\(path): error: this is no folder"
        case .noParent(let path): "\(path): error: there is no such folder, nor one to make it in"
        case .notMade(let path, let reason): "\(path): error: this folder cannot be made: \(reason)"
        case .missingResource(let name): "error: the program's own file '\(name)' is missing; build it again"
        }
    }
}
