import PolystoreModel

extension ModelDocument {
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
