/// A part of a model that is found in another version of it by its name or its renaming identifier.
protocol RenamedPart {
    var name: String { get }
    var renamingIdentifier: String? { get }
}

extension EntityDescription: RenamedPart {}
extension AttributeDescription: RenamedPart {}
extension RelationshipDescription: RenamedPart {}
extension FetchedPropertyDescription: RenamedPart {}

extension CompositeDescription: RenamedPart {
    var renamingIdentifier: String? { nil }
}

extension FetchIndexDescription: RenamedPart {
    var renamingIdentifier: String? { nil }
}

extension RenamedPart {
    var renamedName: RenamedName { RenamedName(name: name, identifier: renamingIdentifier) }
}
