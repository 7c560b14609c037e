import PolystoreStorage

/// One promise and how it is tried on a backend.
///
/// A case that needs a capability which the backend does not declare is expected to fail with the standard error,
/// `StoreError` with code `unsupported`; that it passes is a failure then.
public struct ConformanceCase: Sendable, CustomStringConvertible {
    /// The suite.
    public let suite: ConformanceSuite
    /// The promise, as a sentence.
    public let promise: String
    /// The capabilities that the case needs.
    public let needs: Set<ConformanceCapability>
    /// The subjects that the case covers, for the check that nothing is left out.
    public let covers: Set<ConformanceSubject>
    let factory: ConformanceFactory
    let body: @Sendable (ConformanceFixture) throws -> Void

    /// The backend, the suite and the promise.
    public var description: String { "\(factory.name), \(suite.title): \(promise)" }

    /// The capability that the backend lacks.
    public var missing: [ConformanceCapability] {
        ConformanceCapability.allCases.filter { needs.contains($0) && !factory.declares($0) }
    }

    /// Tries the promise and notes the outcome.
    ///
    /// - Throws: `ConformanceFailure` when the backend does not keep it, or what the backend threw.
    public func run() async throws {
        let outcome: Result<ConformanceOutcome, any Error>
        do {
            outcome = .success(try await attempt())
        } catch {
            outcome = .failure(error)
        }
        let isLast = factory.record.note(outcome, of: self)
        if isLast { try Conformance.writeTable(of: factory) }
        _ = try outcome.get()
    }

    private func attempt() async throws -> ConformanceOutcome {
        if let optOut = factory.optOut(of: suite, promise) { return .optedOut(optOut.reason) }
        let bench = try ConformanceFixture(factory)
        defer { bench.close() }
        let missing = missing
        guard let first = missing.first else {
            try body(bench)
            return .passed
        }
        do {
            try body(bench)
        } catch {
            guard StandardError.isUnsupported(error) else {
                throw ConformanceFailure(
                    "not declared: \(first.rawValue); expected StoreError 'unsupported', found \(type(of: error)): \(error)"
                )
            }
            return .refused
        }
        throw ConformanceFailure("not declared: \(missing.map(\.rawValue).joined(separator: ", ")); but it works")
    }
}
