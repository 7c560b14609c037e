import PolystoreQuery

/// The outcome of a request.
package struct FetchOutcome {
    /// The request as it was resolved; without its conditions where its plan was known.
    package let request: ResolvedRequest
    /// How many rows and groups were handed out, or how many objects were counted; 0 where the request was not run.
    package let count: Int
    /// Whether stores computed groups.
    package let areGrouped: Bool
    /// How the request was answered, or would be; nil unless that was asked for.
    package let explanation: FetchExplanation?
}
