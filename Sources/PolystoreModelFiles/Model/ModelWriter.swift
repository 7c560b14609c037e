import PolystoreModel

/// Makes the document of a description.
struct ModelWriter {
    let description: ModelDescription
    private(set) var problems: [ModelProblem] = []

    static func tree(of description: ModelDescription) throws(ModelError) -> DocumentTree {
        var writer = ModelWriter(description: ModelNameResolution.resolve(description).sortedByName)
        let root = writer.model()
        guard writer.problems.isEmpty else { throw ModelError(model: description.name, problems: writer.problems) }
        return DocumentTree(root: root)
    }

    private init(description: ModelDescription) { self.description = description }

    /// Notes something that the format has no place for.
    mutating func report(_ message: String, at path: ModelPath, _ details: ErrorDetails = [:]) {
        problems.append(ModelProblem(.notCarriedOver, "an .xcdatamodel has no place for " + message, details, at: path))
    }

    private mutating func model() -> DocumentElement {
        // The values of a document that Xcode makes new from its template.
        var root = DocumentElement(
            "model",
            [
                .init("type", "com.apple.IDECoreDataModeler.DataModel"), .init("documentVersion", "1.0"),
                .init("lastSavedToolsVersion", "1"), .init("systemVersion", "11A491"),
                .init("minimumToolsVersion", "Automatic"), .init("sourceLanguage", "Swift"),
                .init("userDefinedModelVersionIdentifier", description.versionIdentifiers.first ?? ""),
            ])
        if description.versionIdentifiers.count > 1 {
            report("more than one version identifier", at: ["versionIdentifiers"])
        }
        var elements = description.entities.map { entity($0) }
        for (name, request) in description.fetchRequestTemplates.sorted(byName: \.key) {
            elements.append(
                self.request(request, named: name, of: "fetch request '\(name)'", at: ["fetchRequestTemplates", name]))
        }
        for (name, members) in description.configurations.sorted(byName: \.key) {
            elements.append(
                DocumentElement(
                    "configuration", [.init("name", name)],
                    members.map { DocumentElement("memberEntity", [.init("name", $0)]) }))
        }
        for composite in description.composites {
            elements.append(
                DocumentElement(
                    "composite", [.init("name", composite.name)],
                    composite.elements.map { attribute($0, of: composite.name, at: ["composites", composite.name]) }))
        }
        root.children = elements.map(DocumentNode.element)
        return root
    }

    private mutating func entity(_ entity: EntityDescription) -> DocumentElement {
        let path: ModelPath = ["entities", entity.name]
        var result = DocumentElement("entity", [.init("name", entity.name)])
        // A class without a module is one of the module that the model is compiled into.
        if let name = entity.className {
            result["representedClassName"] = name.unicodeScalars.contains(".") ? name : "." + name
        }
        result["parentEntity"] = entity.superentityName
        if entity.isAbstract { result["isAbstract"] = "YES" }
        result["elementID"] = entity.renamingIdentifier
        result["versionHashModifier"] = entity.versionHashModifier
        result["syncable"] = "YES"
        result["codeGenerationType"] = entity.codeGeneration
        var elements = entity.attributes.map { attribute($0, of: entity.name, at: path / "attributes") }
        elements += entity.relationships.map { relationship($0) }
        elements += entity.fetchedProperties.map { property in
            let what = "fetched property '\(entity.name).\(property.name)'"
            let path = path / "fetchedProperties" / property.name
            var element = DocumentElement(
                "fetchedProperty", [.init("name", property.name), .init("optional", "YES")],
                [request(property.request, named: "fetchedPropertyFetchRequest", of: what, at: path)])
            finish(&element, property.renamingIdentifier, property.versionHashModifier, property.userInfo)
            return element
        }
        elements += entity.indexes.map { index($0, of: entity.name, at: path / "indexes") }
        if !entity.uniquenessConstraints.isEmpty {
            let constraints = entity.uniquenessConstraints.map { names in
                DocumentElement(
                    "uniquenessConstraint", [], names.map { DocumentElement("constraint", [.init("value", $0)]) })
            }
            elements.append(DocumentElement("uniquenessConstraints", [], constraints))
        }
        result.children = elements.map(DocumentNode.element)
        addUserInfo(entity.userInfo, to: &result)
        return result
    }

    private mutating func index(
        _ index: FetchIndexDescription, of entity: String, at path: ModelPath
    ) -> DocumentElement {
        var result = DocumentElement(
            "fetchIndex", [.init("name", index.name)],
            index.elements.map { element in
                DocumentElement(
                    "fetchIndexElement",
                    [
                        .init("property", element.property), .init("type", "Binary"),
                        .init("order", element.isAscending ? "ascending" : "descending"),
                    ])
            })
        if let predicate = index.partialPredicate {
            result["partialIndexPredicate"] = text(
                of: predicate, of: "index '\(entity).\(index.name)'", at: path / index.name / "where")
        }
        return result
    }

    /// What the elements of properties end with.
    func finish(
        _ element: inout DocumentElement, _ renamingIdentifier: String?, _ versionHashModifier: String?,
        _ userInfo: [String: String]
    ) {
        element["versionHashModifier"] = versionHashModifier
        element["elementID"] = renamingIdentifier
        element["syncable"] = "YES"
        addUserInfo(userInfo, to: &element)
    }

    private func addUserInfo(_ userInfo: [String: String], to element: inout DocumentElement) {
        guard !userInfo.isEmpty else { return }
        let entries = userInfo.sorted(byName: \.key).map { key, value in
            DocumentElement("entry", [.init("key", key), .init("value", value)])
        }
        element.children.append(.element(DocumentElement("userInfo", [], entries)))
    }
}
