/// What a command tells the shell when it ends; the page "The command line" has the table.
enum CommandStatus: Int32, CaseIterable {
    /// Everything was done and nothing is wrong.
    case success = 0
    /// A check was carried out and found something.
    case findings = 1
    /// The command line makes no sense.
    case usage = 64
    /// A file, a model or a predicate that was given is wrong.
    case badInput = 65
    /// A file or store that was named is not there or cannot be read.
    case missingInput = 66
    /// A store cannot be used now: another process holds it, it failed, or it is full.
    case unavailable = 69
    /// Something happened that the command has no better name for.
    case internalError = 70
    /// Reading or writing failed.
    case inputOutput = 74
    /// The command was interrupted, and what it had begun is undone.
    case interrupted = 130
    /// The reader of the output has gone; nothing is said about it.
    case closedPipe = 141

    /// What the status means, for help and documentation.
    var summary: String {
        switch self {
        case .success: "done, and nothing is wrong"
        case .findings: "check found something, model diff a difference, or model match no version"
        case .usage: "the command line makes no sense"
        case .badInput: "a store file, model, store or predicate is wrong"
        case .missingInput: "a file or store is not there or cannot be read"
        case .unavailable: "a store cannot be used now: held by another process, failed, or full"
        case .internalError: "something else went wrong"
        case .inputOutput: "reading or writing failed"
        case .interrupted: "interrupted; what was begun is undone"
        case .closedPipe: "the reader of the output has gone"
        }
    }
}

extension CommandStatus {
    /// The table of the help text.
    static var table: String {
        allCases.map { status in
            let number = String(status.rawValue)
            return "  " + String(repeating: " ", count: 3 - number.count) + number + "  " + status.summary
        }.joined(separator: "\n")
    }
}
