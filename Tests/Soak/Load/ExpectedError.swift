import Polystore

/// The errors that a task must expect whose objects others change and delete meanwhile.
enum ExpectedError {
    /// The name to count an error under; nil for one that must not come.
    static func name(of error: any Error) -> String? {
        switch error {
        case let error as SaveError where error.code == .conflict || error.code == .unresolved: "conflicts"
        case let error as ContextError where gone.contains(error.code): "objects gone"
        case let error as StoreError where error.generationEnd != nil: "generations ended"
        case let error as StoreError where error.code == .rowMissing: "objects gone"
        case let error as CoordinatorError where error.code == .conflict: "conflicts"
        case let error as CoordinatorError: error.cause.flatMap(name(of:))
        case let error as BatchError where batch.contains(error.code): "batches refused"
        default: nil
        }
    }

    private static let gone: Set<ContextError.Code> = [.objectMissing, .objectInaccessible, .objectDeleted]

    private static let batch: Set<BatchError.Code> = [.missingObject, .notUnique, .sameObjectTwice, .unresolved]
}
