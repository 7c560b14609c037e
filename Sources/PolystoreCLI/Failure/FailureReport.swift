import Foundation
import Polystore
import PolystoreCodegen
import PolystoreModelFiles
import PolystoreTerminal

/// What a failed command says on standard error, and the status that it ends with.
struct FailureReport {
    /// The lines, each with its place as far as it is known.
    let lines: [String]
    /// The status.
    let status: CommandStatus

    /// Whether an error is one of the framework's or of this program's, and not of the argument parser.
    static func isOwn(_ error: any Error) -> Bool {
        error is LocatedError || error is LocatedErrors || error is CommandError || error is ConfigurationError
            || error is ModelError || error is GenerationError || error is OutputError || error is CocoaError
            || needsPlace(error)
    }

    /// Whether an error does not say itself which file it is about.
    static func needsPlace(_ error: any Error) -> Bool {
        error is CoordinatorError || error is StoreError || error is FetchError || error is ContextError
            || error is QueryError || error is ValueError
    }

    /// Puts an error into words.
    init(_ error: any Error) {
        switch error {
        case let error as LocatedError:
            lines = Self.lines(error)
            status = Self.status(of: error.error)
        case let error as LocatedErrors:
            lines = error.errors.flatMap(Self.lines)
            status = error.errors.first.map { Self.status(of: $0.error) } ?? .internalError
        case let error as ConfigurationError:
            lines = error.description.split(separator: "\n").map(String.init)
            status = Self.status(of: error)
        case let error as ModelError:
            lines = error.description.split(separator: "\n").map(String.init)
            status = Self.status(of: error)
        case let error as GenerationError:
            lines = [error.description]
            status = Self.status(of: error)
        case let error as CommandError:
            lines = [error.description]
            status = Self.status(of: error)
        case let error as CocoaError:
            let place = (error.userInfo[NSFilePathErrorKey] as? String).map { "\($0): " } ?? ""
            let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error ?? error
            lines = ["\(place)error: \(cause.localizedDescription)"]
            status = .inputOutput
        default:
            lines = ["error: \(error)"]
            status = Self.status(of: error)
        }
    }

    /// Makes the report of a command line that makes no sense from the argument parser's message.
    init(usage message: String) {
        let text = message.hasPrefix("Error: ") ? "error: " + message.dropFirst(7) : message
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        status = .usage
    }

    /// Writes the lines, with the word `error` in colour where there is any.
    func show(on terminal: Terminal) {
        let text = lines.map { line in
            guard let word = line.firstRange(of: "error:") else { return line + "\n" }
            return line[..<word.lowerBound] + terminal.styled("error:", .failure) + line[word.upperBound...] + "\n"
        }
        let output = TextOutput(.error)
        do {
            try output.write(text.joined())
            try output.flush()
        } catch {
            // There is no other place to report to when standard error itself cannot be written.
        }
    }

    private static func lines(_ located: LocatedError) -> [String] {
        guard let error = located.error as? QueryError, let text = located.text else {
            return ["\(located.file): error: \(located.error)"]
        }
        guard let offset = error.details[.offset].flatMap({ Int($0) }) else { return ["error: \(sentence(error))"] }
        // A predicate is one line; its offset counts bytes from 0, a column from 1.
        let excerpt = error.excerpt(of: text)?.split(separator: "\n").map { "    " + $0 } ?? []
        return ["\(located.file):1:\(offset + 1): error: \(sentence(error))"] + excerpt
    }

    /// An error of a request in words; its place is told beside it.
    private static func sentence(_ error: QueryError) -> String {
        let hint = error.details[.suggestion].map { " (did you mean '\($0)'?)" } ?? ""
        if error.code == .unknownProperty, let entity = error.details[.entity], let name = error.details[.property] {
            return "entity '\(entity)' has no property '\(name)'\(hint)"
        }
        var placed = error
        placed.details[.offset] = nil
        placed.details[.suggestion] = nil
        return "\(placed)\(hint)"
    }

    private static func status(of error: (any Error)?) -> CommandStatus {
        switch error {
        case let error as StoreError: status(of: error.code)
        case let error as CoordinatorError: error.cause.map(status) ?? .badInput
        case let error as FetchError: error.cause.map(status) ?? .internalError
        case let error as ConfigurationError:
            if let cause = error.cause {
                status(of: cause)
            } else {
                error.problems.contains { $0.code == .unreadable } ? .missingInput : .badInput
            }
        case let error as ModelError: status(of: error)
        case is QueryError, is ValueError: .badInput
        case let error as GenerationError: status(of: error)
        case is OutputError: .inputOutput
        default: .internalError
        }
    }

    private static func status(of error: CommandError) -> CommandStatus {
        switch error {
        case .noStore, .noBackup: .missingInput
        case .notWritten: .inputOutput
        default: .badInput
        }
    }

    private static func status(of error: ModelError) -> CommandStatus {
        let codes = error.problems.map(\.code)
        return codes.contains(.unwritable) ? .inputOutput : codes.contains(.unreadable) ? .missingInput : .badInput
    }

    private static func status(of error: GenerationError) -> CommandStatus {
        switch error {
        case .usage: .usage
        case .file: .inputOutput
        default: .badInput
        }
    }

    private static func status(of code: StoreError.Code) -> CommandStatus {
        switch code {
        case .missing, .permission: .missingInput
        case .held, .timeout, .full, .failed, .closed, .alreadyOpen, .snapshotExpired: .unavailable
        case .inputOutput: .inputOutput
        case .foreign, .damaged, .unsupportedFormat, .incompatibleModel, .duplicateIdentifier, .outOfStep,
            .behind, .homeChanged, .invalidOption:
            .badInput
        default: .internalError
        }
    }
}
