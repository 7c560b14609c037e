import Polystore

/// Everything that the screen shows, as values.
struct ScreenContent {
    /// A question with the answer so far; nil where a key is the answer.
    struct Question: Equatable {
        let title: String
        let answer: LineEditor?
    }

    let name: String
    let rows: [OutlineRow]
    /// The row of the cursor.
    let cursor: Int
    /// Whether the item of the cursor was picked up.
    let isMoving: Bool
    /// What is typed in the place of the cursor's title.
    let title: LineEditor?
    let sections: [ListSection]
    let listTitle: String
    let state: String
    let message: EditorMessage?
    let prompt: Question?
    let help: [String]
}
