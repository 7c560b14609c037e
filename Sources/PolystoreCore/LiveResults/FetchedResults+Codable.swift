import PolystoreModel

extension FetchedResults: Codable {
    private enum CodingKeys: String, CodingKey {
        case objects, sections, isSectioned
    }

    /// Reads objects and sections.
    ///
    /// - Throws: `DecodingError` when sections do not cover the objects, each once.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let objects = try container.decode([ObjectID].self, forKey: .objects)
        let sections = try container.decode([FetchedResultsSection].self, forKey: .sections)
        let isSectioned = try container.decode(Bool.self, forKey: .isSectioned)
        var end = 0
        for section in sections {
            guard section.range.lowerBound == end, !(isSectioned && section.range.isEmpty) else {
                throw Self.corrupt(container)
            }
            end = section.range.upperBound
        }
        guard end == objects.count, isSectioned || sections.count == 1, Set(objects).count == objects.count else {
            throw Self.corrupt(container)
        }
        self.init(objectIDs: objects, sections: sections, isSectioned: isSectioned)
    }

    private static func corrupt(_ container: KeyedDecodingContainer<CodingKeys>) -> DecodingError {
        .dataCorruptedError(
            forKey: .sections, in: container, debugDescription: "the sections do not cover the objects, each once")
    }

    /// Writes objects and sections.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(objectIDs, forKey: .objects)
        try container.encode(sections, forKey: .sections)
        try container.encode(isSectioned, forKey: .isSectioned)
    }
}
