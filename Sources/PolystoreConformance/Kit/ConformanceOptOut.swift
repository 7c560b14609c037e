/// A part of the kit that a backend does not run, and why; the only way to leave anything out.
public struct ConformanceOptOut: Hashable, Sendable {
    /// The part that is left out.
    public enum Scope: Hashable, Sendable {
        /// A whole suite.
        case suite(ConformanceSuite)
        /// The case with a promise.
        case promise(String)
    }

    /// The part that is left out.
    public let scope: Scope
    /// Why; it stands in the table of results.
    public let reason: String

    /// Leaves a suite out.
    public init(_ suite: ConformanceSuite, because reason: String) {
        scope = .suite(suite)
        self.reason = reason
    }

    /// Leaves one case out.
    public init(promise: String, because reason: String) {
        scope = .promise(promise)
        self.reason = reason
    }

    func covers(_ suite: ConformanceSuite, _ promise: String) -> Bool {
        switch scope {
        case .suite(let other): suite == other
        case .promise(let other): promise == other
        }
    }
}
