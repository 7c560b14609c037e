import PolystoreCore
import PolystoreStorage

/// How a capability that is not declared is refused.
enum StandardError {
    /// Whether an error is, or comes from, a store's `unsupported`.
    static func isUnsupported(_ error: any Error) -> Bool {
        var current: (any Error)? = error
        while let error = current {
            switch error {
            case let error as StoreError:
                if error.code == .unsupported { return true }
                current = error.cause
            case let error as any StructuredError: current = error.cause
            default: return false
            }
        }
        return false
    }
}
