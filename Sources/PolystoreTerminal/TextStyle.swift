/// The few ways in which a command sets text off on a terminal.
package enum TextStyle: String, Sendable {
    case heading = "1"
    case faint = "2"
    case failure = "1;31"
    case success = "32"
    case warning = "33"

    /// The text between the control sequences that switch the style on and off.
    package func applied(to text: String) -> String {
        "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
    }
}
