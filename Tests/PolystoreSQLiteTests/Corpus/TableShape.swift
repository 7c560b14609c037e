/// What a database's schema says of tables, in the terms in which two stores of one model must agree.
struct TableShape: Hashable {
    /// The columns with their types, in their order, without those that are ours alone.
    var columns: [String] = []
    /// The names of the table's indexes with their columns, without those that are ours alone.
    var indexes: [String: [String]] = [:]

    /// Whether columns were added later, so that their order says nothing.
    var isMigrated = false
}
