import Foundation

/// Bytes that are the same for the same content, for ever and on every machine.
///
/// - a number is 8 bytes, most significant first;
/// - a truth is one byte, 0 or 1;
/// - a text is the number of its UTF-8 bytes and these; bytes are their number and these;
/// - a list is the number of its elements and these; something that may be missing is a list of none or one.
///
/// Every part tells its own length, so no two contents have the same bytes.
package struct CanonicalForm {
    package private(set) var bytes: [UInt8] = []

    /// Makes an empty form.
    package init() {}

    package mutating func append(_ number: Int) {
        withUnsafeBytes(of: UInt64(bitPattern: Int64(number)).bigEndian) { bytes.append(contentsOf: $0) }
    }

    package mutating func append(_ truth: Bool) { bytes.append(truth ? 1 : 0) }

    @inline(never)
    package mutating func append(_ text: String) { append(Array(text.utf8)) }

    package mutating func append(_ content: [UInt8]) {
        append(content.count)
        bytes.append(contentsOf: content)
    }

    package mutating func append<Element>(_ list: [Element], _ appendElement: (inout CanonicalForm, Element) -> Void) {
        append(list.count)
        for element in list { appendElement(&self, element) }
    }

    package mutating func append<Wrapped>(_ value: Wrapped?, _ appendValue: (inout CanonicalForm, Wrapped) -> Void) {
        append(value.map { [$0] } ?? [], appendValue)
    }

    package mutating func append(_ text: String?) { append(text) { $0.append($1) } }

    /// The SHA-256 of the bytes.
    package var digest: [UInt8] { SHA256.hash(bytes) }
}
