import ArgumentParser
import Polystore

/// What to compute of the objects that are found, in the words of the command line.
struct ComputingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The columns, separated by commas: key paths to attributes or to-one relationships, staff.@count, objectID, "
                + "entity; or expressions such as \"age * 2 as double\" and \"sum(age)\". All attributes without it.",
            valueName: "columns"))
    var select: String?

    @Option(
        help: ArgumentHelp(
            "Make a row of each group of objects with the same values of these expressions.", valueName: "expressions"))
    var groupBy: String?

    @Option(
        help: ArgumentHelp(
            "Which groups: a predicate on group expressions and aggregates, such as \"count(SELF) > 3\".",
            valueName: "predicate"))
    var having: String?

    @Flag(help: "Show equal rows once.")
    var distinct = false

    /// What is to be computed; nil when plain key paths are all that is asked for.
    ///
    /// - Throws: `LocatedError` with the place in the text of an option.
    func columns(of objects: FetchRequestDescription) throws -> ComputedColumns? {
        try ComputedColumns(select: select, grouping: groupBy, having: having, isDistinct: distinct, of: objects)
    }
}
