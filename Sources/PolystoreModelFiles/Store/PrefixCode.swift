/// A code in which no word begins another: the words of a length are consecutive numbers, in the order of their symbols.
struct PrefixCode {
    /// How far a word was read.
    struct Search {
        var length = 0
        fileprivate var code = 0
        fileprivate var first = 0
        fileprivate var index = 0
    }

    /// The most bits of a word.
    static let longest = 15

    /// How many words there are of each length.
    private var counts = [Int](repeating: 0, count: Self.longest + 1)
    /// The symbols in the order of their words.
    private var symbols: [Int] = []

    /// Makes a code of the length of each symbol's word, 0 for a symbol without one; nil when there are more words than fit.
    init?(lengths: [UInt8]) {
        for length in lengths where length > 0 {
            guard length <= Self.longest else { return nil }
            counts[Int(length)] += 1
        }
        var free = 1
        for length in 1...Self.longest {
            free = free << 1 - counts[length]
            if free < 0 { return nil }
        }
        symbols = lengths.indices.filter { lengths[$0] > 0 }.sorted { left, right in
            (lengths[left], left) < (lengths[right], right)
        }
    }

    /// The code of blocks that bring none, for bytes and lengths.
    static let fixedLiterals = Self(known: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    /// The code of blocks that bring none, for distances.
    static let fixedDistances = Self(known: Array(repeating: 5, count: 30))

    private init(known lengths: [UInt8]) {
        for length in lengths { counts[Int(length)] += 1 }
        symbols = lengths.indices.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
    }

    /// The symbol that a word ends in with one more bit; nil when the word goes on.
    func symbol(after bit: Int, _ search: inout Search) -> Int? {
        search.length += 1
        search.code |= bit
        let count = counts[search.length]
        if search.code - search.first < count { return symbols[search.index + search.code - search.first] }
        search.index += count
        search.first = (search.first + count) << 1
        search.code <<= 1
        return nil
    }
}
