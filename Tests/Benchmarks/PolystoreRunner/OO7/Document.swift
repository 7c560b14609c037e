import Polystore

/// The document of a composite part.
final class Document: ManagedObject, Entity {
    static let title = Attribute<String>("title"), text = Attribute<String>("text")
    static let composite = ToOne<CompositePart>("composite")
    static let entity = EntityDescription(Document.self, title, text, composite)
}
