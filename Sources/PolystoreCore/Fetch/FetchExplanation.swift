import PolystoreModel

/// Which store or step does which part of a fetch, as a tree of values and as text.
///
/// Each step may say how many rows it is expected to hand on, and, when the request was run as well, how many it did.
public struct FetchExplanation: Hashable, Sendable {
    /// One step.
    public struct Step: Hashable, Sendable {
        /// The step, in a line.
        public let text: String
        /// How many rows the step is expected to hand on; nil without an estimate.
        public let estimatedRows: Int?
        /// How many rows the step handed on; nil when it was not run, or rows were not counted.
        public let actualRows: Int?
    }

    /// One store's part.
    public struct Store: Hashable, Sendable {
        /// The store's name.
        public let name: String
        /// The name of the store's type.
        public let type: String
        /// The entities that it is asked for.
        public let entities: [String]
        /// The store's steps, in order.
        public let steps: [Step]
        /// The residual, checked on the store's rows afterwards; nil when the store's filter is exact.
        public let residual: Step?
        /// Whether the rows come in the request's order.
        public let isSorted: Bool
        /// Whether the store applies the limit.
        public let isLimited: Bool
        /// How many rows and index entries the store looked at; nil when it was not run, or did not count them.
        public let visitedRows: Int?
        /// How many index entries the store passed over because they say that their objects are of other entities, whose
        /// rows were not looked at; nil when it was not run, or did not count them.
        public let passedEntries: Int?
    }

    /// The semi-joins: queries to other stores beforehand, because a path leads there.
    public struct Question: Hashable, Sendable {
        /// The query, its store, and the number of results.
        public let text: String
        /// How the question was answered.
        ///
        /// Questions are always run, because what they find decides the rest.
        public let fetch: FetchExplanation
    }

    /// The request.
    public let request: String
    /// The questions to other stores that came first.
    public let questions: [Question]
    /// The stores' parts, in the order of the store file.
    public let stores: [Store]
    /// The coordinator's steps, over what the stores hand out.
    public let steps: [Step]
    /// How many rows the fetch handed out, or how many results were computed of them; nil when it was not run.
    public let actualRows: Int?
}
