import Polystore

extension CommandError {
    /// Runs work that puts stores into places, and says what is wrong with the places, or the folder of a backup, in the words
    /// of commands.
    static func aboutStores<Result>(_ folder: String, _ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let located as LocatedError {
            guard let error = located.error as? CoordinatorError, let own = CommandError(error, folder, located.file)
            else {
                throw located
            }
            throw own
        }
    }

    /// An error about a backup in the words of commands; nil for another one.
    init?(_ error: CoordinatorError, _ folder: String, _ file: String) {
        let (path, reason) = (error.details[.path] ?? folder, error.details[.reason] ?? "\(error)")
        switch error.code {
        case .noBackup: self = .noBackup(path: path)
        case .invalidBackup: self = .invalidBackup(path: path, reason: reason)
        case .backupExists: self = .invalidBackup(path: folder, reason: "there is something already")
        case .backupNotWritten: self = .notWritten(path: folder, reason: reason)
        case .storeExists: self = .storeExists(store: error.details[.store] ?? "", path: path)
        case .unfinishedRestore:
            self = .unfinishedRestore(file: file, backup: error.details[.found] ?? "", mark: path)
        case .unfinishedCopy:
            self = .unfinishedCopy(file: file, source: error.details[.found] ?? "", mark: path)
        default: return nil
        }
    }
}
