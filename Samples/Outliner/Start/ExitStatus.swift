/// What the program tells the shell when it ends: the numbers are those of the command `polystore`.
enum ExitStatus: Int32 {
    case success = 0
    /// The command line makes no sense, or there is no terminal.
    case usage = 64
    /// The store file or a store is wrong.
    case badInput = 65
    /// The folder or a file is not there or cannot be read.
    case missingInput = 66
    /// A store cannot be used now: another process holds it, it failed, or it is full.
    case unavailable = 69
    /// Something happened that has no better name.
    case internalError = 70
    /// Reading or writing failed.
    case inputOutput = 74
    /// The program was interrupted; what was not saved is given up.
    case interrupted = 130
}
