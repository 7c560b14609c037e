/// Something that a case relies on and that is not so.
struct Unexpected: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Throws unless a condition holds: a case's own claims, beside the error that it expects.
func hold(_ condition: Bool, _ sentence: String) throws {
    guard condition else { throw Unexpected(sentence) }
}
