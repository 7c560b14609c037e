/// A range of the values of an index.
struct PageRange: Hashable, Sendable {
    struct Bound: Hashable, Sendable {
        let number: PageNumber
        /// Whether the number itself belongs to the range.
        let isClosed: Bool
    }

    /// Nil where the range begins with the first value that there is: a range of values never has those that are missing.
    var lower: Bound?
    var upper: Bound?

    /// All values that equal a number.
    init(equal number: PageNumber) {
        lower = Bound(number: number, isClosed: true)
        upper = lower
    }

    init() {}
}
