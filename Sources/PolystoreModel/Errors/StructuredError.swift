/// The shape of every error family: a code to switch over, a fixed sentence, named details and a cause.
///
/// The sentence is the same for every error of a code, so that errors can be searched and counted; what differs is in
/// the details. Codes are structs, so that new ones do not break clients.
public protocol StructuredError: Error, Sendable, CustomStringConvertible {
    /// The code of the error, to switch over.
    associatedtype Code: Hashable & Sendable & RawRepresentable<String>

    /// The code of the error.
    var code: Code { get }
    /// The fixed sentence of the code.
    var message: String { get }
    /// Where and with what.
    var details: ErrorDetails { get }
    /// The error that led to this one.
    var cause: (any Error)? { get }
}

extension StructuredError {
    /// The sentence, the details in order and the cause, on one line; details that the cause tells are left to it.
    public var description: String {
        var text = message
        let told = (cause as? any StructuredError)?.details
        let own = details.entries.filter { told?[$0.key] != $0.value }
        if !own.isEmpty { text += " (" + own.map { "\($0.key.rawValue): \($0.value)" }.joined(separator: ", ") + ")" }
        if let cause { text += "; because: \(cause)" }
        return text
    }
}
