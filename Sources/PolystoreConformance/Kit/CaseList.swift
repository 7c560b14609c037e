/// Where the suites put their cases.
struct CaseList {
    struct Entry {
        let suite: ConformanceSuite
        let promise: String
        let needs: Set<ConformanceCapability>
        let covers: Set<ConformanceSubject>
        let body: @Sendable (ConformanceFixture) throws -> Void
    }

    private(set) var entries: [Entry] = []

    /// Adds a case.
    mutating func add(
        _ suite: ConformanceSuite, _ promise: String, needs: Set<ConformanceCapability> = [],
        covers: Set<ConformanceSubject> = [], _ body: @escaping @Sendable (ConformanceFixture) throws -> Void
    ) {
        entries.append(Entry(suite: suite, promise: promise, needs: needs, covers: covers, body: body))
    }
}
