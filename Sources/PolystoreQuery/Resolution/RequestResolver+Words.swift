import PolystoreModel

extension RequestResolver {
    /// Refuses a constant that was read from a word where the entity has a property of exactly that name.
    ///
    /// - Throws: `QueryError` with code `reservedWord` and the word's offset.
    func check(_ word: LiteralWord, of entity: ModelEntity) throws(QueryError) {
        guard let text = word.text, entity.propertyNames.contains(text) else { return }
        throw QueryError(
            .reservedWord,
            [.entity: entity.name, .property: text, .offset: String(word.offset), .suggestion: "#\(text)"])
    }
}
