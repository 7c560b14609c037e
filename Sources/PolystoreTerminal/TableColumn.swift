/// One column of a table: its title, and the side to which its cells are aligned.
package struct TableColumn: Sendable, Equatable {
    /// The side on which cells line up.
    package enum Alignment: Sendable {
        /// For text.
        case leading
        /// For numbers.
        case trailing
    }

    package let title: String
    package let alignment: Alignment

    package init(_ title: String, _ alignment: Alignment = .leading) {
        self.title = title
        self.alignment = alignment
    }
}
