/// A screen as lines, and the place where typing goes.
struct Screen: Equatable {
    /// A place on the screen, counted from 0.
    struct Place: Equatable {
        let line: Int
        let cell: Int
    }

    var lines: [ScreenLine]
    /// Nil while nothing is typed.
    var caret: Place?

    /// The lines without styles.
    var text: [String] { lines.map(\.text) }
}
