import Polystore

extension Outline {
    /// Gives the item a tag, which is made when there is none of that name.
    ///
    /// - Throws: `OutlineError.invalidTag` for what is not one word.
    func tag(_ text: String) throws {
        let item = try selectedItem()
        let name = try Self.tagName(text)
        try undoManager.group("Tag") {
            item.tags.insert(try tag(named: name) ?? context.insert(Tag.self) { $0.name = name })
        }
    }

    /// Takes a tag from the item; one that no item has any more goes.
    ///
    /// - Throws: `OutlineError.notTagged` when the item does not have it.
    func untag(_ text: String) throws {
        let item = try selectedItem()
        let name = try Self.tagName(text)
        guard let tag = item.tags.first(where: { $0.name == name }) else { throw OutlineError.notTagged(name) }
        try undoManager.group("Untag") {
            item.tags.remove(tag)
            if tag.items.isEmpty { context.delete(tag) }
        }
    }

    /// Shows only items with a tag, and what they are below; an empty name shows all.
    ///
    /// - Throws: `OutlineError.unknownTag` when there is no such tag.
    func filter(by text: String) throws {
        guard text.contains(where: { !$0.isWhitespace }) else { return choose(filter: nil) }
        let name = try Self.tagName(text)
        guard let tag = try tag(named: name) else { throw OutlineError.unknownTag(name) }
        choose(filter: tag)
    }

    private func tag(named name: String) throws -> Tag? {
        try context.first(FetchRequest(Tag.self).where(Tag.name == name))
    }

    /// A tag's name as a user types it, with or without the mark in front.
    private static func tagName(_ text: String) throws -> String {
        let words = text.split(whereSeparator: \.isWhitespace)
        var name = words.joined(separator: " ")
        if name.hasPrefix("#") { name.removeFirst() }
        guard words.count == 1, !name.isEmpty else { throw OutlineError.invalidTag(name) }
        return name
    }
}
