import PolystoreModel

extension ModelDifference {
    /// One line a change, one a suggested rename, and one that counts the changes.
    public var text: String {
        let stored = changes.count(where: \.concernsStores)
        let count = changes.count == 1 ? "1 change" : "\(changes.count) changes"
        let summary =
            changes.isEmpty
            ? "no changes"
            : "\(count), \(stored == 0 ? "none" : String(stored)) of which \(stored == 1 ? "concerns" : "concern") stored objects"
        return (changes.map(\.text) + suggestedRenames.map { "note: \($0.text)" } + [summary]).joined(separator: "\n")
    }

    /// What separates the model of a store, there, from that of the program, here, and how many entities it is about.
    public var separation: String {
        let count = differingEntities.count
        let noun = entityCount == 1 ? "entity" : "entities"
        let verb = count == 1 ? "differs" : "differ"
        return
            (changes.map(\.separation) + suggestedRenames.map(\.text) + ["\(count) of \(entityCount) \(noun) \(verb)"])
            .joined(separator: "; ")
    }
}

extension SuggestedRename {
    /// The suggestion in words, with what makes it a rename.
    public var text: String {
        "\(part.text) may be \(formerName) under a new name; the renaming identifier '\(formerName)' would say so"
    }
}
