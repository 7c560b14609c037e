/// A pattern of the LIKE operator, ready for matching.
///
/// | in the pattern | matches |
/// |---|---|
/// | `*` | any text, also none |
/// | `?` | exactly one Unicode scalar of the folded text (or one byte that is no part of a valid scalar) |
/// | `\` and a scalar | that scalar, also `*`, `?` and `\` |
/// | `\` at the end | itself |
/// | any other scalar | itself |
///
/// A pattern matches whole texts. What it says literally is folded when the pattern is made; texts are folded by the
/// caller, so `?` counts the scalars that folding leaves: under `caseInsensitive`, `ß` is two.
public struct LikePattern: Hashable, Sendable {
    /// The segments between two `*`; at least one.
    let segments: [LikeSegment]

    /// The folding of the literal parts.
    public let folding: TextFolding

    /// Makes a pattern of its UTF-8 text.
    ///
    /// Every text is a pattern.
    public init(_ pattern: UnsafeRawBufferPointer, folding: TextFolding = []) {
        var segments: [LikeSegment] = []
        var segment = LikeSegment()
        var literal: [UInt8] = []
        func endLiteral() {
            segment.append(literal: folding.fold(literal))
            literal.removeAll(keepingCapacity: true)
        }
        var offset = 0
        while offset < pattern.count {
            var unit = UTF8Unit(at: offset, in: pattern)
            switch unit.scalar {
            case 0x2A:
                endLiteral()
                segments.append(segment)
                segment = LikeSegment()
            case 0x3F:
                endLiteral()
                segment.appendAnyScalar()
            default:
                if unit.scalar == 0x5C, offset + 1 < pattern.count {
                    offset += 1
                    unit = UTF8Unit(at: offset, in: pattern)
                }
                literal.append(contentsOf: pattern[offset..<offset + unit.length])
            }
            offset += unit.length
        }
        endLiteral()
        segments.append(segment)
        self.segments = segments
        self.folding = folding
    }

    /// Makes a pattern of a text.
    public init(_ pattern: String, folding: TextFolding = []) {
        self = Array(pattern.utf8).withUnsafeBytes { LikePattern($0, folding: folding) }
    }

    /// Whether the pattern matches a folded text.
    ///
    /// - Complexity: O(n) for a pattern without `?`; never more than O(n × m). Nothing is tried twice: the first place
    ///   for each part between two `*` is the best one.
    public func matches(folded text: UnsafeRawBufferPointer) -> Bool {
        guard let first = segments.first, var offset = first.end(in: text, at: 0) else { return false }
        guard segments.count > 1, let last = segments.last else { return offset == text.count }
        for segment in segments[1..<segments.count - 1] {
            guard let end = segment.firstEnd(in: text, from: offset) else { return false }
            offset = end
        }
        return last.start(in: text) >= offset
    }

    /// Whether the pattern matches a text, which is folded here.
    public func matches(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { utf8 in
            folding.withFolded(UnsafeRawBufferPointer(utf8)) { matches(folded: $0) }
        }
    }
}
