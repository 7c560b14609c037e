/// The differences between texts that a comparison passes over.
///
/// A text is folded and its folded UTF-8 bytes are compared; two texts are equal under a folding if their folded bytes
/// are. Folding maps each Unicode scalar by itself, in any language alike, from tables in this package
/// (``FoldingTable/unicodeVersion``), so it gives the same answer on every machine and for ever:
///
/// - ``caseInsensitive``: full case folding, statuses C and F of Unicode's `CaseFolding.txt`. ß becomes ss, ς becomes σ,
///   İ becomes i and U+0307. There is no Turkish exception.
/// - ``diacriticInsensitive``: canonical decomposition (NFD), of which every scalar of general category Mn, nonspacing
///   mark, is dropped. é becomes e, a Hangul syllable becomes its two or three jamo; ø, ł and đ, which do not decompose,
///   stay. Spacing and enclosing marks (Mc, Me) stay and are not reordered.
/// - Both: marks are dropped, then case is folded, then marks that appeared are dropped.
///
/// Folding a folded text again changes nothing. Bytes that are not valid UTF-8 stay as they are.
public struct TextFolding: OptionSet, Hashable, Sendable {
    /// The options as bits.
    ///
    /// They are stored in index descriptions and never change their meaning.
    public let rawValue: UInt8

    /// Makes the options of their bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Letters are equal in upper and lower case.
    public static let caseInsensitive = TextFolding(rawValue: 1)

    /// Letters are equal with and without their marks.
    public static let diacriticInsensitive = TextFolding(rawValue: 2)

    /// Both operands are folded already, as the caller says: nothing is done to them.
    public static let normalized = TextFolding(rawValue: 4)

    /// Whether folding leaves every text as it is.
    public var isIdentity: Bool {
        contains(.normalized) || isDisjoint(with: [.caseInsensitive, .diacriticInsensitive])
    }

    /// The greatest number of bytes that the folding of a text can have.
    public static func maximumLength(ofFolded byteCount: Int) -> Int {
        byteCount * 3
    }

    /// The table that does this folding; nil for the identity.
    var table: FoldingTable? {
        guard !isIdentity else { return nil }
        guard contains(.caseInsensitive) else { return .marks }
        return contains(.diacriticInsensitive) ? .caseAndMarks : .cases
    }
}
