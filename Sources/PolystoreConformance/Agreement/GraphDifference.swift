/// Two answers that should be one.
struct GraphDifference: Sendable {
    /// The stores that answered.
    let stores: String
    /// The question: itself, its count, its complement, the same in other words.
    let aspect: String
    let question: GraphQuestion
    let expected: String
    let found: String
}
