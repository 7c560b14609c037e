/// A text of the command line, and the key paths that stand in it.
struct LocatedText {
    /// What the text is called.
    let name: String
    /// The text.
    let text: String
    /// The key paths from the fetched object on.
    let keyPaths: [[String]]
}
