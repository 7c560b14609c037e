/// Why the editor ends.
enum EditorEnding: Equatable {
    /// The user is done.
    case quit
    /// The user pressed the interrupt key; what is not saved is given up.
    case interrupted
}
