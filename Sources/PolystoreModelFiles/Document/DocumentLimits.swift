/// The limits of a document, so that reading one takes bounded time, memory and stack.
///
/// The largest model that is known has 220 KiB and a depth of 5.
enum DocumentLimits {
    /// The bytes of a text.
    static let size = 16 << 20
    /// The elements inside of each other.
    static let depth = 64
    /// The elements, comments, instructions and texts of a document.
    static let nodes = 500_000
    /// The attributes of one element.
    static let attributes = 256
}
