/// The hash that decides whether a store's rows fit an entity.
///
/// An entity's hash is the SHA-256 of its `CanonicalForm`, the parts in this order:
///
/// - the text `entity`, its name, its parent's hash (if any), whether it is abstract;
/// - its own properties in name order, each as the hash of the property;
/// - its own uniqueness constraints, each as its names in order, the constraints in order;
/// - its modifier (if any).
///
/// A property's hash is the SHA-256 of these parts:
///
/// - *attribute*: the text `attribute`, name, type, optional, transient, the elements of a composite in name order (each
///   as the hash of an attribute), the derivation (if any), the modifier (if any);
/// - *relationship*: the text `relationship`, name, destination, the root of the destination's hierarchy, to-many,
///   ordered, optional, transient, minimum and maximum count, then of the inverse (if any) name, to-many, ordered and
///   transient, then the modifier (if any). What the inverse is decides where references and order keys are kept, and
///   with entities in several stores only this side may be here;
/// - *fetched property*: it stores nothing, so it enters only if it has a modifier: the text `fetchedProperty`, name
///   and modifier.
///
/// Not in it: indexes, default values, validation, user info, names of classes and coders, delete rules, renaming
/// identifiers, configurations, templates. Changing those needs no migration.
package enum VersionHash {
    /// The name of the algorithm, kept beside hashes in stores.
    package static let algorithm = "polystore-sha256-1"

    /// The hashes of all entities of a description whose names are resolved, valid or not, by name.
    package static func hashes(of description: ModelDescription) -> [String: [UInt8]] {
        let names = ModelNames(description)
        var hashes: [String: [UInt8]] = [:]
        for entity in description.entities {
            var parent: [UInt8]?
            for level in names.lineage(of: entity.name) { parent = hash(of: level, parent: parent, names) }
            hashes[entity.name] = parent
        }
        return hashes
    }

    /// The SHA-256 of the entities' hashes in the order of their names.
    static func checksum(of hashes: [String: [UInt8]]) -> [UInt8] {
        var digest = SHA256()
        for (_, hash) in hashes.sorted(byName: \.key) { digest.update(hash) }
        return digest.finalize()
    }

    private static func hash(of entity: EntityDescription, parent: [UInt8]?, _ names: ModelNames) -> [UInt8] {
        var form = CanonicalForm()
        form.append("entity")
        form.append(entity.name)
        form.append(parent) { $0.append($1) }
        form.append(entity.isAbstract)
        var properties = entity.attributes.map { (name: $0.name, hash: hash(of: $0, names)) }
        properties += entity.relationships.map { ($0.name, hash(of: $0, names)) }
        properties += entity.fetchedProperties.compactMap { property in
            property.versionHashModifier.map { (property.name, hash(ofFetchedProperty: property.name, $0)) }
        }
        form.append(properties.sorted(byName: \.name)) { $0.append($1.hash) }
        let constraints = entity.uniquenessConstraints.map { $0.sorted(byName: \.self) }
            .sorted { $0.lexicographicallyPrecedes($1) { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
        form.append(constraints) { $0.append($1) { $0.append($1) } }
        form.append(entity.versionHashModifier)
        return form.digest
    }

    static func hash(
        of attribute: AttributeDescription, _ names: ModelNames, inside composites: Set<String> = []
    ) -> [UInt8] {
        var form = CanonicalForm()
        form.append("attribute")
        form.append(attribute.name)
        form.append(attribute.type.rawValue)
        form.append(attribute.isOptional)
        form.append(attribute.isTransient)
        let name = attribute.type == .composite ? attribute.compositeName ?? "" : ""
        // A composite inside of itself is not valid; it ends here so that every description has a hash.
        let elements = composites.contains(name) ? [] : names.composites[name]?.elements ?? []
        let inside = composites.union([name])
        form.append(elements.sorted(byName: \.name)) { $0.append(hash(of: $1, names, inside: inside)) }
        form.append(attribute.derivation) { $0.append($1) }
        form.append(attribute.versionHashModifier)
        return form.digest
    }

    private static func hash(of relationship: RelationshipDescription, _ names: ModelNames) -> [UInt8] {
        var form = CanonicalForm()
        form.append("relationship")
        form.append(relationship.name)
        form.append(names.destinationName(of: relationship))
        form.append(names.destinationRoot(of: relationship))
        form.append(relationship.isToMany)
        form.append(relationship.isOrdered)
        form.append(relationship.isOptional)
        form.append(relationship.isTransient)
        form.append(relationship.minimumCount)
        form.append(relationship.maximumCount)
        form.append(relationship.inverseName)
        form.append(names.inverse(of: relationship)) { form, inverse in
            form.append(inverse.relationship.isToMany)
            form.append(inverse.relationship.isOrdered)
            form.append(inverse.relationship.isTransient)
        }
        form.append(relationship.versionHashModifier)
        return form.digest
    }

    private static func hash(ofFetchedProperty name: String, _ modifier: String) -> [UInt8] {
        var form = CanonicalForm()
        form.append("fetchedProperty")
        form.append(name)
        form.append(modifier)
        return form.digest
    }
}
