/// The form of a statement for rows that counts the rows which are looked at, with the same parameters.
struct CountingForm: Sendable {
    /// `FROM …` with the order and the limit.
    let tail: String
    /// The same without them.
    private let condition: String
    /// How many parameters are in the condition; those of the order and the limit come behind them.
    private let conditionCount: Int

    /// Makes the form of a statement.
    init(tail: SQLFragment, condition: SQLFragment) {
        (self.tail, self.condition, conditionCount) = (tail.sql, condition.sql, condition.values.count)
    }

    /// The condition, to which others can be added, with the values of a statement's parameters.
    func filter(_ values: [SQLValue]) -> SQLFragment {
        SQLFragment(condition, Array(values.prefix(conditionCount)))
    }
}
