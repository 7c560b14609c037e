extension SortKey {
    /// Reads a sort key as model files write it: `-employer.name[cd]`, where the minus means descending and the letters
    /// how text is folded; nil when the text is none.
    package init?(text: String) {
        var rest = Substring(text)
        let isDescending = rest.first == "-"
        if isDescending { rest.removeFirst() }
        var options: FetchComparison.Options = []
        if rest.last == "]", let bracket = rest.firstIndex(of: "[") {
            let letters = rest[rest.index(after: bracket)...].dropLast()
            guard !letters.isEmpty, let read = FetchComparison.Options(letters: letters) else { return nil }
            options = read
            rest = rest[..<bracket]
        }
        let keyPath = rest.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard keyPath.allSatisfy({ !$0.isEmpty }) else { return nil }
        self.init(keyPath, ascending: !isDescending, options: options)
    }

    /// The sort key as model files write it.
    package var text: String {
        let letters = options.letters
        return (isAscending ? "" : "-") + keyPath.joined(separator: ".") + (letters.isEmpty ? "" : "[\(letters)]")
    }
}

extension FetchComparison.Options {
    /// All letters of the predicate language.
    package static var everyLetter: [Character] { letterOptions.map(\.letter) }

    private static let letterOptions: [(letter: Character, option: FetchComparison.Options)] = [
        ("c", .caseInsensitive), ("d", .diacriticInsensitive), ("n", .normalized), ("l", .localized),
    ]

    /// Reads the letters of the predicate language; nil for any other letter.
    package init?(letters: some StringProtocol) {
        self = []
        for letter in letters {
            guard let known = Self.letterOptions.first(where: { $0.letter == letter }) else { return nil }
            insert(known.option)
        }
    }

    /// The letters of the predicate language.
    package var letters: String { String(Self.letterOptions.filter { contains($0.option) }.map(\.letter)) }
}

extension SortKey {
    /// Reads the text of model files.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let key = SortKey(text: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "this is no sort key")
        }
        self = key
    }

    /// Writes the text of model files.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
