import PolystoreModel

extension ModelDocument {
    /// Which entities Xcode generates code for, by name: `class`, `category`; entities without a word are left out.
    public var codeGeneration: [String: String] {
        var result: [String: String] = [:]
        for entity in tree.root.elements(named: "entity") {
            if let name = entity["name"], let kind = entity["codeGenerationType"], !kind.isEmpty { result[name] = kind }
        }
        return result
    }

    /// The element of an entity, for what only the document says of it.
    public func element(ofEntity name: String) -> DocumentElement? {
        tree.root.elements(named: "entity").first { $0["name"] == name }
    }

    /// The element of an attribute, a relationship or a fetched property, for what only the document says of it.
    public func element(ofProperty property: String, entity: String) -> DocumentElement? {
        element(ofEntity: entity)?.elements.first { element in
            ["attribute", "relationship", "fetchedProperty"].contains(element.name) && element["name"] == property
        }
    }
}
