/// A bound of one element: before or behind everything that begins with some bytes.
///
/// Inverting the bits of an encoding reverses the order; a bound in this form can follow it there.
struct ElementBound: Hashable {
    var bytes: [UInt8]
    var isBehind: Bool

    /// Before every value that is not missing.
    static let firstPresent = ElementBound(bytes: [KeyEncoding.present], isBehind: false)
    /// Behind every value that is not missing.
    static let lastPresent = ElementBound(bytes: [KeyEncoding.present], isBehind: true)

    /// The bound among inverted encodings.
    var inverted: ElementBound { ElementBound(bytes: bytes.map { ~$0 }, isBehind: !isBehind) }

    /// The smallest key at or behind the bound, after a prefix; nil when there is none.
    func key(after prefix: [UInt8]) -> [UInt8]? {
        let key = prefix + bytes
        return isBehind ? KeyRange.successor(of: key) : key
    }
}
