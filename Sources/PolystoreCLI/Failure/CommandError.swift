/// What can be wrong with a command's words, once the model is known.
enum CommandError: Error, CustomStringConvertible {
    /// A name that leads nowhere; the hint names what was probably meant.
    case unknownName(String, what: String, hint: String)
    /// A key path that cannot be shown.
    case invalidColumn(String, reason: String)
    /// No store of the file keeps a model, and the file names none.
    case noModel(file: String)
    /// A store that is to be made is there already.
    case storeExists(store: String, path: String)
    /// Objects would be copied into a store whose contents go with the process.
    case volatileTarget(store: String, entity: String)
    /// The file has no store of that name, or one that lies nowhere.
    case unknownStore(String, hint: String)
    /// Something that cannot be undone was not confirmed.
    case notConfirmed(String)
    /// There is no folder of a backup at a path.
    case noBackup(path: String)
    /// A folder is no backup, or not one of these stores.
    case invalidBackup(path: String, reason: String)
    /// A restore has replaced some of the stores, and has not ended.
    case unfinishedRestore(file: String, backup: String, mark: String)
    /// A copy has put some of its stores into their places, and has not ended.
    case unfinishedCopy(file: String, source: String, mark: String)
    /// A file or folder that is to be written is there already.
    case outputExists(path: String)
    /// A file cannot be written.
    case notWritten(path: String, reason: String)
    /// The name of an output does not say what is to be written.
    case unknownOutput(path: String)
    /// A store in the place of a store file.
    case storeForFile(path: String)
    /// There is no store at a path.
    case noStore(path: String)
    /// A store keeps no model, or none that can be read.
    case noStoredModel(path: String, reason: String?)

    var description: String {
        switch self {
        case .unknownName(let name, let what, let hint): "error: unknown \(what) '\(name)'\(hint)"
        case .invalidColumn(let path, let reason): "error: column '\(path)': \(reason)"
        case .noModel(let file): "\(file): error: the file names no model, and none of its stores keeps one"
        case .storeExists(let store, let path):
            "\(path): error: store '\(store)' is there already; remove it, or name another place"
        case .volatileTarget(let store, let entity):
            "error: store '\(store)' keeps '\(entity)' in memory only, and there are objects of it to copy"
        case .unknownStore(let name, let hint): "error: no store '\(name)' that lies somewhere\(hint)"
        case .notConfirmed(let what): "error: \(what) cannot be undone; confirm it with --yes"
        case .noBackup(let path): "\(path): error: there is no such folder"
        case .invalidBackup(let path, let reason): "\(path): error: \(reason)"
        case .unfinishedRestore(let file, let backup, let mark):
            """
            \(file): error: a restore of '\(backup)' has not ended, and the stores may be of different moments; if it \
            was interrupted, run it again with --replace, or remove '\(mark)', and such files of the other stores, when the stores are right as they are
            """
        case .unfinishedCopy(let file, let source, let mark):
            """
            \(file): error: a copy of '\(source)' has not ended, and some of its stores may be missing ('\(mark)'); if it \
            was interrupted, run it again
            """
        case .outputExists(let path): "\(path): error: this is there already; remove it, or name another place"
        case .notWritten(let path, let reason): "\(path): error: this cannot be written: \(reason)"
        case .unknownOutput(let path):
            "\(path): error: the name has to end with .xcdatamodeld, .xcdatamodel or .yaml, which says what is written"
        case .storeForFile(let path):
            "\(path): error: this is a store; what is needed is a store file, which names stores (YAML or JSON)"
        case .noStore(let path): "\(path): error: there is no such store"
        case .noStoredModel(let path, let reason):
            "\(path): error: the store keeps no model" + (reason.map { " that can be read: \($0)" } ?? "")
        }
    }
}

extension CommandError {
    /// The error of a name that no store has, with those that stores have.
    static func unknownStore(_ name: String, among known: [String]) -> CommandError {
        .unknownStore(name, hint: known.isEmpty ? "; there is none" : "; there are: \(known.joined(separator: ", "))")
    }
}
