import Polystore

/// A composite part with its document and its atomic parts.
final class CompositePart: ManagedObject, Entity {
    static let number = Attribute<Int>("number"), buildDate = Attribute<Int>("buildDate")
    static let users = ToMany<BaseAssembly>("users")
    static let document = ToOne<Document>("document", inverse: \.composite, .cascade)
    static let parts = ToMany<AtomicPart>("parts", inverse: \.composite, .cascade)
    static let rootPart = ToOne<AtomicPart>("rootPart", inverse: \.rootOf)
    static let entity = EntityDescription(CompositePart.self, number, buildDate, users, document, parts, rootPart)
}
