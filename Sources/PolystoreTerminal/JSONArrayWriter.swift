/// A JSON array that is written while its elements arrive, one element a line.
package struct JSONArrayWriter {
    private var isEmpty = true

    package init() {}

    /// The text that appends an element.
    package mutating func add(_ element: JSONText) -> String {
        defer { isEmpty = false }
        return (isEmpty ? "[\n  " : ",\n  ") + element.compact
    }

    /// The text that ends the array.
    package func finish() -> String {
        isEmpty ? "[]\n" : "\n]\n"
    }
}
