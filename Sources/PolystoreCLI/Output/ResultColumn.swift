/// One column of a result.
struct ResultColumn: Equatable {
    /// The title of a table, the header of CSV and the member's name in JSON.
    let name: String
    /// Whether cells are aligned at the right in a table.
    let isNumber: Bool

    init(_ name: String, isNumber: Bool = false) {
        self.name = name
        self.isNumber = isNumber
    }
}
