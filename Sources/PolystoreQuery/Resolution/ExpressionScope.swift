import PolystoreModel

/// The variables of a comparison that subqueries and assignments set.
struct ExpressionScope {
    struct Variable {
        var number: Int
        var type: ExpressionType
    }

    /// The variables that can be read here, by name.
    var variables: [String: Variable] = [:]
    /// How many variables there are in all.
    private(set) var count = 0

    /// Adds a variable, over one of the same name; the result is its number.
    mutating func add(_ name: String, _ type: ExpressionType) -> Int {
        defer { count += 1 }
        variables[name] = Variable(number: count, type: type)
        return count
    }
}
