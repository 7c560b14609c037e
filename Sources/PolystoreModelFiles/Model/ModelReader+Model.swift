import PolystoreModel

extension ModelReader {
    /// Entities, composites, configurations and templates.
    mutating func readModel(_ root: DocumentElement) {
        checkAttributes(of: root, named: "the model")
        if let version = root["documentVersion"], version != "1.0" {
            report(
                .unsupportedFormat, "the document is of version \(version.prefix(20)); only 1.0 is read", root,
                "documentVersion")
        }
        if let identifier = root["userDefinedModelVersionIdentifier"], !identifier.isEmpty {
            description.versionIdentifiers = [identifier]
        }
        for element in root.elements {
            switch element.name {
            case "entity": readEntity(element)
            case "composite", "compositeAttribute": readComposite(element)
            case "configuration": readConfiguration(element)
            case "fetchRequest": readTemplate(element)
            // Where Xcode draws the entities.
            case "elements": break
            default: remarkUnknown(element, in: "the model", at: [])
            }
        }
    }

    private mutating func readComposite(_ element: DocumentElement) {
        checkAttributes(of: element, named: "a composite")
        guard let name = name(of: element, what: "a composite", at: ["composites"]) else { return }
        let path: ModelPath = ["composites", name]
        note(path, element.place)
        var composite = CompositeDescription(name: name, elements: [])
        for child in element.elements {
            switch child.name {
            case "attribute":
                if let attribute = attribute(child, of: name, at: path) { composite.elements.append(attribute) }
            case "userInfo": break
            default: remarkUnknown(child, in: "composite '\(name)'", at: path)
            }
        }
        description.composites.append(composite)
    }

    private mutating func readConfiguration(_ element: DocumentElement) {
        checkAttributes(of: element, named: "a configuration")
        guard let name = name(of: element, what: "a configuration", at: ["configurations"]) else { return }
        let path: ModelPath = ["configurations", name]
        note(path, element.place)
        var members: [String] = []
        for child in element.elements {
            guard child.name == "memberEntity" else {
                remarkUnknown(child, in: "configuration '\(name)'", at: path)
                continue
            }
            let memberPath = path / String(members.count)
            note(memberPath, child.place)
            note(memberPath, child, "name")
            if let member = self.name(of: child, what: "a member of configuration '\(name)'", at: path) {
                members.append(member)
            }
        }
        if description.configurations.updateValue(members, forKey: name) != nil {
            report(.duplicateName, "two configurations are named '\(name)'", element, at: path)
        }
    }

    private mutating func readTemplate(_ element: DocumentElement) {
        checkAttributes(of: element, named: "a fetch request")
        guard let name = name(of: element, what: "a fetch request", at: ["fetchRequestTemplates"]) else { return }
        let path: ModelPath = ["fetchRequestTemplates", name]
        note(path, element.place)
        guard let request = request(element, of: "fetch request '\(name)'", at: path) else { return }
        if description.fetchRequestTemplates.updateValue(request, forKey: name) != nil {
            report(.duplicateName, "two fetch requests are named '\(name)'", element, at: path)
        }
    }
}
