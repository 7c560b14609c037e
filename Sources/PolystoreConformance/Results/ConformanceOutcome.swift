/// How a case ended.
public enum ConformanceOutcome: Hashable, Sendable {
    /// The promise is kept.
    case passed
    /// What the backend does not declare is refused, as it must be.
    case refused
    /// The backend's author left the case out, with a reason.
    case optedOut(String)
    /// The promise is not kept.
    case failed(String)
}
