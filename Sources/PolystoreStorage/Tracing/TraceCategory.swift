/// A kind of event that can be traced.
public enum TraceCategory: String, Hashable, Sendable, Codable, CaseIterable {
    /// Statements of stores that speak SQL, with the time from their first step to their end.
    case sql
    /// Fetches and counts, with what each store does of them.
    case fetch
    /// Saves, store by store.
    case save
    /// Faults that were fulfilled one at a time, which in a loop is what makes programs slow.
    case fault
}
