/// A key that was pressed.
enum Key: Hashable {
    /// A character; of one that is put together from several, each part is a key.
    case character(Character)
    /// A letter, in lower case, with the control key.
    case control(Character)
    case up, down, left, right, home, end, pageUp, pageDown
    case enter, tab, backTab, escape, backspace, delete
}
