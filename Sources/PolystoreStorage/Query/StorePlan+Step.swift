extension StorePlan {
    /// One step of what a store does to answer a query, for `explain`.
    ///
    /// A text literal is a step without an estimate.
    public struct Step: Hashable, Sendable, ExpressibleByStringInterpolation {
        /// The step, in a line.
        public var text: String
        /// How many rows the step is expected to hand on; nil where the store makes no estimate.
        public var estimatedRows: Int?

        /// Makes a step.
        public init(_ text: String, estimatedRows: Int? = nil) {
            self.text = text
            self.estimatedRows = estimatedRows
        }

        /// Makes a step without an estimate.
        public init(stringLiteral value: String) { self.init(value) }
    }
}
