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

    /// The sort key as model files write it; nil for one that is no plain key path.
    package var text: String? {
        guard let keyPath, keyPath.allSatisfy({ !$0.isEmpty && !$0.contains(".") }) else { return nil }
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
    private enum CodingKeys: String, CodingKey {
        case by, descending, options
    }

    /// Reads the text of model files, or an object with `by` and, if need be, `descending` and `options`.
    public init(from decoder: any Decoder) throws {
        let text: String
        do {
            text = try decoder.singleValueContainer().decode(String.self)
        } catch DecodingError.typeMismatch {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                try container.decode(FetchExpression.self, forKey: .by),
                ascending: try !(container.decodeIfPresent(Bool.self, forKey: .descending) ?? false),
                options: try container.decodeIfPresent(FetchComparison.Options.self, forKey: .options) ?? [])
            return
        }
        guard let key = SortKey(text: text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "this is no sort key"))
        }
        self = key
    }

    /// Writes the text of model files; for a key that is no plain key path an object.
    public func encode(to encoder: any Encoder) throws {
        if let text {
            var container = encoder.singleValueContainer()
            return try container.encode(text)
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(expression, forKey: .by)
        if !isAscending { try container.encode(true, forKey: .descending) }
        if !options.isEmpty { try container.encode(options, forKey: .options) }
    }
}
