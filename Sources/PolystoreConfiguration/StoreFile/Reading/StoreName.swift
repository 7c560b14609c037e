/// The names of stores in a store file.
enum StoreName {
    /// What is wrong with a name, as the rest of a sentence; nil for a name that can be used.
    static func problem(with name: String) -> String? {
        if name == StoreFileKey.otherwise.fallback {
            return "needs another name: '\(name)' is a word of partition rules"
        }
        let isValid =
            name.unicodeScalars.first.map { $0.properties.isAlphabetic || $0 == "_" } ?? false
            && name.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || $0.properties.numericType != nil || "_-.".unicodeScalars.contains($0)
            }
        guard isValid else { return "needs a name of letters, digits, '_', '-' and '.' that starts with a letter" }
        return nil
    }
}
