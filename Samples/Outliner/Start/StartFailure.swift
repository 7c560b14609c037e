import Foundation
import Polystore
import PolystoreTerminal

/// What a failed start says on standard error, and the status that the program ends with.
struct StartFailure {
    let text: String
    let status: ExitStatus

    /// Puts an error into words; nil for one of the argument parser, which has its own.
    init?(_ error: any Error) {
        guard let status = Self.status(of: error) else { return nil }
        self.status = status
        switch error {
        case is ConfigurationError, is StartError: text = "\(error)"
        case let error as CocoaError:
            let place = (error.userInfo[NSFilePathErrorKey] as? String).map { "\($0): " } ?? ""
            text = "\(place)error: \(error.localizedDescription)"
        default: text = "error: \(error)"
        }
    }

    private static func status(of error: any Error) -> ExitStatus? {
        switch error {
        case let error as StartError: statusOfStart(error)
        case let error as ConfigurationError:
            error.cause.map { status(of: $0) ?? .internalError }
                ?? (error.problems.contains { $0.code == .unreadable } ? .missingInput : .badInput)
        case let error as CoordinatorError: error.cause.map { status(of: $0) ?? .internalError } ?? .badInput
        case let error as FetchError: error.cause.flatMap { status(of: $0) } ?? .internalError
        case let error as StoreError: statusOfStore(error.code)
        case is ContextError, is SaveError, is QueryError, is ValueError, is ModelError, is OutlineError: .internalError
        case is OutputError, is CocoaError: .inputOutput
        default: nil
        }
    }

    private static func statusOfStart(_ error: StartError) -> ExitStatus {
        switch error {
        case .noTerminal: .usage
        case .noFolder, .noParent, .missingResource: .missingInput
        case .notMade: .inputOutput
        }
    }

    private static func statusOfStore(_ code: StoreError.Code) -> ExitStatus {
        switch code {
        case .missing, .permission: .missingInput
        case .held, .timeout, .full, .failed, .closed, .alreadyOpen, .snapshotExpired: .unavailable
        case .inputOutput: .inputOutput
        case .foreign, .damaged, .unsupportedFormat, .incompatibleModel, .duplicateIdentifier, .outOfStep, .behind,
            .homeChanged, .invalidOption:
            .badInput
        default: .internalError
        }
    }
}
