/// A word of the predicate language that was read as a value, and could have been meant for a property of its name.
package struct ReservedWord: Sendable {
    /// The word as it is written.
    package let text: String
    /// Where it stands, in UTF-8 bytes.
    package let offset: Int

    package init(_ text: String, at offset: Int) { (self.text, self.offset) = (text, offset) }
}
