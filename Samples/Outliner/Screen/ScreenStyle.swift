/// How text is set off on the screen.
enum ScreenStyle: String {
    case plain = ""
    case heading = "1"
    case faint = "2"
    case cursor = "7"
    case moving = "1;7"
    case tag = "36"
    case failure = "1;31"

    /// The text between the control sequences that switch the style on and off.
    func applied(to text: String) -> String {
        self == .plain || text.isEmpty ? text : "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
    }
}
