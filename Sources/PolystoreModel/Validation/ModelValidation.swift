/// Finds everything that is wrong with a description whose names are resolved.
struct ModelValidation {
    let description: ModelDescription
    let names: ModelNames
    private(set) var problems: [ModelProblem] = []

    /// The most entities of a model: a store numbers the layouts of entities with 16 bits and needs a few spare ones
    /// for earlier versions.
    static let entityLimit = 65_000

    /// The problems in the order of the model; empty for a model that can be used.
    static func problems(in description: ModelDescription) -> [ModelProblem] {
        var validation = ModelValidation(description)
        validation.checkModel()
        return validation.problems
    }

    private init(_ description: ModelDescription) {
        self.description = description
        names = ModelNames(description)
    }

    /// Notes a problem.
    ///
    /// Never inlined: it is called in some sixty places that are hardly ever reached.
    @inline(never)
    mutating func report(
        _ code: ModelProblem.Code, _ message: String, at path: ModelPath, _ details: ErrorDetails = [:]
    ) {
        var details = details
        if let place = place(of: path) {
            details[.file] = place.fileID
            details[.line] = String(place.line)
        }
        problems.append(ModelProblem(code, message, details, at: path))
    }

    /// Where a program declares the property or else the entity that a path leads through; nil when it declares neither.
    private func place(of path: ModelPath) -> DeclarationPlace? {
        guard path.keys.count > 1, path.keys[0] == "entities", let entity = names.entities[path.keys[1]] else {
            return nil
        }
        let property = path.keys.count > 3 ? path.keys[3] : ""
        let places = [
            entity.attributes.first { $0.name == property }?.place,
            entity.relationships.first { $0.name == property }?.place, entity.place,
        ]
        return places.lazy.compactMap(\.self).first { $0.fileID != nil }
    }

    private mutating func checkModel() {
        if description.name.isEmpty { report(.invalidName, "the model has no name", at: ["model"]) }
        if !description.entities.contains(where: { !$0.isAbstract }) {
            report(.empty, "the model has no entity that objects can be of", at: ["entities"])
        }
        if description.entities.count > Self.entityLimit {
            let count = description.entities.count
            report(
                .limit, "the model has \(count) entities; at most \(Self.entityLimit) can be stored", at: ["entities"])
            return
        }
        checkEntityNames()
        for entity in description.entities { check(entity) }
        checkComposites()
        checkConfigurations()
        for (name, request) in description.fetchRequestTemplates.sorted(byName: \.key) {
            let path: ModelPath = ["fetchRequestTemplates", name]
            if let fault = NameRule.fault(ofLabel: name) {
                report(.invalidName, "a template's name \(fault)", at: path)
            }
            check(request, of: "template '\(name)'", at: path)
        }
    }

    private mutating func check(_ entity: EntityDescription) {
        checkParent(of: entity)
        checkPropertyNames(of: entity)
        checkColumns(of: entity)
        for attribute in entity.attributes { check(attribute, of: entity) }
        for relationship in entity.relationships { check(relationship, of: entity) }
        for property in entity.fetchedProperties {
            let path: ModelPath = ["entities", entity.name, "fetchedProperties", property.name]
            check(property.request, of: "fetched property '\(entity.name).\(property.name)'", at: path)
        }
        checkConstraints(of: entity)
        checkIndexes(of: entity)
    }

    /// Notes a name that is not in the model, with the nearest one that is.
    mutating func reportUnknown(
        _ what: String, _ name: String, among known: some Sequence<String>, at path: ModelPath,
        _ details: ErrorDetails = [:]
    ) {
        var details = details
        details[.suggestion] = Suggestion.nearest(to: name, in: known)
        let hint = Suggestion.hint(for: name, in: known)
        report(.unknownName, "\(what) is not in the model\(hint)", at: path, details)
    }
}
