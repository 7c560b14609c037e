import Polystore

/// What stores hold, as text: entities in the order of their names, objects by store and key, values by property.
struct GraphDump: Equatable, CustomStringConvertible {
    var lines: [String] = []
    /// What `check` finds.
    var findings: [String] = []

    var description: String { (lines + findings).joined(separator: "\n") }

    init() {}

    /// Reads everything through a context of its own.
    init(_ container: PersistentContainer) throws {
        let context = container.newConfinedContext()
        let entities = container.model.entities.filter { !$0.isAbstract }.sorted { $0.name < $1.name }
        for entity in entities {
            let request = FetchRequest<ManagedObject>(entity: entity.name).includingSubentities(false)
            var objects: [String] = []
            for object in try context.fetch(request) { objects.append(try GraphDump.line(object, container)) }
            lines += objects.sorted()
        }
        try context.processPendingChanges()
        if let error = context.takeAccessError() { throw error }
        findings = try GraphDump.findings(container)
    }

    /// The findings of a check, sorted.
    static func findings(_ container: PersistentContainer) throws -> [String] {
        var findings: [String] = []
        _ = try container.coordinator.check { store, finding in
            let places = finding.details.entries.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
            findings.append("\(finding.kind) in \(store.name): \(places)")
        }
        return findings.sorted()
    }

    private static func line(_ object: ManagedObject, _ container: PersistentContainer) throws -> String {
        var parts = [place(object.objectID, container), "version \(object.version)"]
        for attribute in object.entity.attributes.sorted(by: { $0.name < $1.name }) {
            parts.append("\(attribute.name)=\(try object.value(forKey: attribute.name))")
        }
        for relationship in object.entity.relationships.sorted(by: { $0.name < $1.name }) {
            let targets = try object.objectIDs(forRelationshipNamed: relationship.name).map { place($0, container) }
            parts.append("\(relationship.name)=\(targets.sorted())")
        }
        return parts.joined(separator: " ")
    }

    private static func place(_ id: ObjectID, _ container: PersistentContainer) -> String {
        "\(container.coordinator.store(id.store)?.name ?? "nowhere")/\(id.root.name)/\(id.key)"
    }
}
