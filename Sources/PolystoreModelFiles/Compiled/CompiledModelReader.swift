import PolystoreModel

/// Makes a description of the archive of a compiled model.
struct CompiledModelReader {
    let archive: KeyedArchive
    private let file: String
    var description: ModelDescription
    private var problems: [ModelProblem] = []
    private var warnings: [ModelProblem] = []
    private var remarks: [ModelProblem] = []
    /// How many more elements of lists and dictionaries may be looked at.
    ///
    /// Objects may share others, so what a small archive stands for has no bound of its own.
    private var budget: Int

    /// Reads a model, unless it has more elements than the limit, each counted wherever it is; real ones have thousands.
    static func reading(
        of archive: KeyedArchive, name: String, file: String, elementLimit: Int = 500_000
    ) throws(ModelError) -> ModelReading {
        var reader = CompiledModelReader(
            archive: archive, file: file, description: ModelDescription(name: name), budget: elementLimit)
        guard archive.className(of: archive.root) == "NSManagedObjectModel" else {
            let message = "the archive holds no model"
            let problem = ModelProblem(.invalidSyntax, message).placed(at: nil, file: file)
            throw ModelError(model: name, problems: [problem])
        }
        reader.readModel()
        let settled = reader.budget < 0 ? nil : ToleratedModel(reader.description)
        reader.description = settled?.description ?? reader.description
        reader.warnings += (settled?.warnings ?? []).map { $0.placed(at: nil, file: file) }
        for problem in settled?.problems ?? [] {
            let placed = problem.placed(at: nil, file: file)
            if ToleratedProblem.isTolerated(problem) {
                reader.remarks.append(placed)
            } else {
                reader.problems.append(placed)
            }
        }
        if reader.budget < 0 {
            let message = "the archive stands for more than \(elementLimit) elements"
            reader.problems = [ModelProblem(.invalidSyntax, message).placed(at: nil, file: file)]
        }
        guard reader.problems.isEmpty else { throw ModelError(model: name, problems: reader.problems) }
        return ModelReading(description: reader.description, warnings: reader.warnings, remarks: reader.remarks)
    }

    /// Notes something that keeps the model from being used.
    mutating func report(_ code: ModelProblem.Code, _ message: String, at path: ModelPath) {
        problems.append(ModelProblem(code, message, details(of: path), at: path))
    }

    /// Notes something odd that is read with the meaning that Core Data gives it.
    mutating func warn(_ code: ModelProblem.Code, _ message: String, at path: ModelPath) {
        warnings.append(ModelProblem(code, message, details(of: path), at: path))
    }

    /// Notes something that was not read.
    mutating func remark(_ message: String, at path: ModelPath) {
        remarks.append(ModelProblem(.notCarriedOver, message, details(of: path), at: path))
    }

    private func details(of path: ModelPath) -> ErrorDetails {
        let isProperty = path.keys.first == "entities" && path.keys.count > 1
        return [
            .file: file, .entity: isProperty ? path.keys[1] : nil,
            .property: isProperty && path.keys.count > 3 ? path.keys[3] : nil,
        ]
    }

    /// The elements of an archived array or set; none when too many have been looked at.
    mutating func elements(of object: ArchivedObject?) -> [ArchivedValue] {
        budget -= archive.elementCount(of: object)
        return budget < 0 ? [] : archive.elements(of: object)
    }

    /// The entries of an archived dictionary whose keys are texts; none when too many elements have been looked at.
    mutating func entries(of object: ArchivedObject?) -> [(key: String, value: ArchivedValue)] {
        budget -= archive.elementCount(of: object)
        return budget < 0 ? [] : archive.entries(of: object)
    }

    private mutating func readModel() {
        let root = archive.root
        for (_, value) in entries(of: archive.value(root, "NSEntities")?.object) {
            if let entity = value.object { readEntity(entity) }
        }
        description.entities = description.entities.sorted(byName: \.name)
        removeInherited()
        description.versionIdentifiers = elements(of: archive.value(root, "NSVersionIdentifiers")?.object)
            .compactMap(\.string).filter { !$0.isEmpty }.sorted(byName: \.self)
        for (name, value) in entries(of: archive.value(root, "NSConfigurations")?.object) {
            let members = elements(of: value.object).compactMap { $0.object.flatMap(entityName) }
            description.configurations[name] = members.sorted(byName: \.self)
        }
        for (name, value) in entries(of: archive.value(root, "NSFetchRequestTemplates")?.object) {
            guard let object = value.object else { continue }
            let path: ModelPath = ["fetchRequestTemplates", name]
            if let request = request(object, entity: nil, of: "fetch request '\(name)'", at: path) {
                description.fetchRequestTemplates[name] = request
            }
        }
    }

    /// Takes away what entities have from their ancestors: models in stores write it out at every entity.
    private mutating func removeInherited() {
        let names = ModelNames(description)
        description.entities = description.entities.map { entity in
            let ancestors = names.lineage(of: entity.name).filter { $0.name != entity.name }
            var own = entity
            own.attributes.removeAll { attribute in
                ancestors.contains { $0.attributes.contains { $0.name == attribute.name } }
            }
            own.relationships.removeAll { relationship in
                ancestors.contains { $0.relationships.contains { $0.name == relationship.name } }
            }
            own.fetchedProperties.removeAll { property in
                ancestors.contains { $0.fetchedProperties.contains { $0.name == property.name } }
            }
            own.uniquenessConstraints.removeAll { names in
                ancestors.contains { $0.uniquenessConstraints.contains(names) }
            }
            own.indexes.removeAll { index in ancestors.contains { $0.indexes.contains(index) } }
            return own
        }
    }

    /// The name of an archived entity.
    func entityName(_ entity: ArchivedObject) -> String? { archive.value(entity, "NSEntityName")?.string }

    private mutating func readEntity(_ object: ArchivedObject) {
        guard let name = entityName(object) else {
            return report(.invalidName, "an entity has no name", at: ["entities"])
        }
        let path: ModelPath = ["entities", name]
        var entity = EntityDescription(name: name)
        entity.superentityName = archive.value(object, "NSSuperentity")?.object.flatMap(entityName)
        entity.isAbstract = archive.value(object, "NSIsAbstract")?.boolean ?? false
        if let className = archive.value(object, "NSClassNameForEntity")?.string, className != "NSManagedObject",
            !className.isEmpty
        {
            entity.className = withoutModuleDot(className)
        }
        entity.renamingIdentifier = renamingIdentifier(object, name)
        entity.versionHashModifier = archive.value(object, "NSVersionHashModifier")?.string
        entity.userInfo = userInfo(object)
        for (name, value) in entries(of: archive.value(object, "NSProperties")?.object) {
            guard let property = value.object, isOwn(property, of: object) else { continue }
            read(property, named: name, of: &entity, at: path)
        }
        entity.uniquenessConstraints = elements(of: archive.value(object, "NSUniqueTuples")?.object).map {
            elements(of: $0.object).compactMap { propertyName($0) }
        }
        readIndexes(of: &entity, object, at: path)
        readOldIndexes(of: &entity, object)
        description.entities.append(entity)
    }

    /// Whether a property is declared by an entity, and not inherited.
    func isOwn(_ property: ArchivedObject, of entity: ArchivedObject) -> Bool {
        archive.value(property, "NSEntity")?.object.map { $0.number == entity.number } ?? true
    }

    private mutating func read(
        _ property: ArchivedObject, named name: String, of entity: inout EntityDescription, at path: ModelPath
    ) {
        switch archive.className(of: property) {
        // A property that the entity has from its parent.
        case "_NSPropertyDescriptionProxy": break
        case "NSAttributeDescription", "NSDerivedAttributeDescription", "NSCompositeAttributeDescription":
            if let attribute = attribute(property, named: name, of: entity.name, at: path / "attributes" / name) {
                entity.attributes.append(attribute)
            }
        case "NSRelationshipDescription":
            if let relationship = relationship(
                property, named: name, of: entity.name, at: path / "relationships" / name)
            {
                entity.relationships.append(relationship)
            }
        case "NSFetchedPropertyDescription":
            let what = "fetched property '\(entity.name).\(name)'"
            let path = path / "fetchedProperties" / name
            let target = archive.value(property, "_NSFetchRequestEntityName")?.string
            guard
                let request = archive.value(property, "NSFetchRequest")?.object.flatMap({
                    self.request($0, entity: target, of: what, at: path)
                })
            else { return remark("\(what) has a request that is not read, and is left out", at: path) }
            var fetched = FetchedPropertyDescription(name: name, request: request)
            fetched.renamingIdentifier = renamingIdentifier(property, name)
            fetched.versionHashModifier = archive.value(property, "NSVersionHashModifier")?.string
            fetched.userInfo = userInfo(property)
            entity.fetchedProperties.append(fetched)
        case let other:
            report(
                .unsupportedFormat,
                "'\(entity.name).\(name)' is of the kind \(other ?? "unknown"), which is not read from compiled models",
                at: path / "attributes" / name)
        }
    }

    /// The name that something had in an earlier version; the archive names everything itself otherwise.
    func renamingIdentifier(_ object: ArchivedObject, _ name: String) -> String? {
        archive.value(object, "NSRenamingIdentifier")?.string.flatMap { $0 == name || $0.isEmpty ? nil : $0 }
    }

    /// The free entries that are texts.
    mutating func userInfo(_ object: ArchivedObject) -> [String: String] {
        let entries = entries(of: archive.value(object, "NSUserInfo")?.object)
        return Dictionary(
            entries.compactMap { key, value in value.string.map { (key, $0) } }, uniquingKeysWith: { first, _ in first }
        )
    }
}
