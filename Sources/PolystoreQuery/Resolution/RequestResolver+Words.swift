import PolystoreModel

extension RequestResolver {
    /// Refuses words of a text that were read as values where the entity has a property of exactly that name.
    ///
    /// - Throws: `QueryError` with code `reservedWord` and the word's offset.
    package func check(_ words: Incidental<[ReservedWord]>, of entity: ModelEntity) throws(QueryError) {
        for word in words.detail where entity.propertyNames.contains(word.text) {
            throw QueryError(
                .reservedWord,
                [
                    .entity: entity.name, .property: word.text, .offset: String(word.offset),
                    .suggestion: "#\(word.text)",
                ])
        }
    }
}
