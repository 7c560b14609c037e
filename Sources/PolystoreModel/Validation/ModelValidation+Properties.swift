extension ModelValidation {
    /// A property of one entity by its place in the model.
    private struct Member {
        let name: String
        let section: String
        var place = DeclarationPlace()
    }

    private func members(of entity: EntityDescription) -> [Member] {
        entity.attributes.map { Member(name: $0.name, section: "attributes", place: $0.place) }
            + entity.relationships.map { Member(name: $0.name, section: "relationships", place: $0.place) }
            + entity.fetchedProperties.map { Member(name: $0.name, section: "fetchedProperties") }
    }

    /// Names of properties: identifiers, none reserved, none twice, none inherited.
    mutating func checkPropertyNames(of entity: EntityDescription) {
        var inherited: [String: String] = [:]
        for ancestor in names.lineage(of: entity.name).dropLast() {
            for member in members(of: ancestor) { inherited[member.name] = ancestor.name }
        }
        var seen: Set<String> = []
        for member in members(of: entity) {
            let full = "\(entity.name).\(member.name)"
            let path: ModelPath = ["entities", entity.name, member.section, member.name]
            let details: ErrorDetails = [.entity: entity.name, .property: member.name]
            if let fault = NameRule.fault(ofIdentifier: member.name) {
                report(.invalidName, "the name of property '\(full)' \(fault)", at: path, details)
            }
            if ReservedPropertyNames.refuses(member.name, at: member.place) {
                let message = "property '\(full)' is named like a member of ManagedObject; choose another name"
                report(.reservedName, message, at: path, details)
            }
            if !seen.insert(member.name).inserted {
                report(
                    .duplicateName, "entity '\(entity.name)' has two properties named '\(member.name)'", at: path,
                    details)
            } else if let ancestor = inherited[member.name] {
                let message = "property '\(full)' is inherited from '\(ancestor)' already"
                report(.duplicateName, message, at: path, details)
            }
        }
    }

    /// Columns that an SQL store would give to the entity's own properties are free within the entity and its ancestors.
    mutating func checkColumns(of entity: EntityDescription) {
        var owners: [String: String] = [:]
        for column in ["Z_PK", "Z_ENT", "Z_OPT", "ZX_SEAL"] { owners[column] = "the store" }
        for level in names.lineage(of: entity.name) {
            for member in members(of: level) where member.section != "fetchedProperties" {
                let columns = columns(of: member.name, in: level)
                let clash = columns.first { owners[$0].map { $0 != "\(level.name).\(member.name)" } ?? false }
                if level.name == entity.name, let clash, let owner = owners[clash] {
                    let full = "\(entity.name).\(member.name)"
                    // Two properties of one name are reported as such.
                    let isSameName = owner.hasSuffix(".\(member.name)")
                    if !isSameName {
                        report(
                            .columnCollision, "property '\(full)' would share the column \(clash) with '\(owner)'",
                            at: ["entities", entity.name, member.section, member.name],
                            [.entity: entity.name, .property: member.name])
                    }
                }
                for column in columns where owners[column] == nil { owners[column] = "\(level.name).\(member.name)" }
            }
        }
    }

    /// The columns of a property: its own, an exact decimal's, a reference's peer, the order key of an ordered inverse.
    private func columns(of name: String, in entity: EntityDescription) -> [String] {
        let upper = NameRule.uppercased(name)
        if let attribute = entity.attributes.first(where: { $0.name == name }) {
            return attribute.type == .decimal ? ["Z\(upper)", "ZX_\(upper)"] : ["Z\(upper)"]
        }
        return ["Z\(upper)", "ZX_\(upper)_PEER", "Z_FOK_\(upper)"]
    }
}
