/// A half-open range of keys, compared as unsigned bytes.
public struct KeyRange: Hashable, Sendable {
    /// The smallest key of the range.
    public var lower: [UInt8]
    /// The smallest key behind the range; nil for no bound.
    public var upper: [UInt8]?

    /// Makes a range from its bounds.
    public init(lower: [UInt8], upper: [UInt8]?) {
        self.lower = lower
        self.upper = upper
    }

    /// All keys that begin with some bytes.
    public init(prefix: [UInt8]) {
        lower = prefix
        upper = KeyRange.successor(of: prefix)
    }

    /// All keys.
    public static let all = KeyRange(lower: [], upper: nil)

    /// The smallest bytes behind everything that begins with a prefix; nil when nothing is behind it.
    public static func successor(of prefix: [UInt8]) -> [UInt8]? {
        var bytes = prefix
        while let last = bytes.popLast() {
            if last < .max {
                bytes.append(last + 1)
                return bytes
            }
        }
        return nil
    }
}
