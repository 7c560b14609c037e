/// What can be wrong with a command's words, once the model is known.
enum CommandError: Error, CustomStringConvertible {
    /// A name that leads nowhere; the hint names what was probably meant.
    case unknownName(String, what: String, hint: String)
    /// A key path that cannot be shown.
    case invalidColumn(String, reason: String)
    /// No store of the file keeps a model, and the file names none.
    case noModel(file: String)

    var description: String {
        switch self {
        case .unknownName(let name, let what, let hint): "error: unknown \(what) '\(name)'\(hint)"
        case .invalidColumn(let path, let reason): "error: column '\(path)': \(reason)"
        case .noModel(let file): "\(file): error: the file names no model, and none of its stores keeps one"
        }
    }
}
