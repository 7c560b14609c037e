import PolystoreModel

extension ModelPlanner {
    /// Adds a fetched property to a class and gives the argument that stands for it in the description.
    mutating func add(
        _ property: FetchedPropertyDescription, of entity: EntityDescription, to index: Int
    ) -> String {
        let identifier = token(property.name, of: entity.name)
        let description = SwiftWord.written(self.identifier("\(property.name)Request", of: entity.name))
        let destination =
            classNames[property.request.entityName].map(SwiftWord.written) ?? types.name("ManagedObject")
        let documentation = DocumentationText.lines(property.userInfo)
        plan.classes[index].fetchedProperties.append(
            RequestPlan(
                name: property.name, descriptionIdentifier: description, method: "", objectClass: destination,
                parameters: [], isSingle: false, lines: literal.request(property.request),
                documentation: documentation))
        // The initializer of a static property names members of the class in full.
        var options = ["\(tokenClass(of: index)).\(description)"]
        if let name = property.renamingIdentifier { options.append("renamedFrom: \(literal.text(name))") }
        if let text = property.versionHashModifier { options.append("hashModifier: \(literal.text(text))") }
        if !property.userInfo.isEmpty { options.append("userInfo: \(literal.dictionary(property.userInfo))") }
        plan.classes[index].tokens.append(
            TokenPlan(
                name: property.name, identifier: identifier, type: "\(types.name("FetchedProperty"))<\(destination)>",
                options: options, documentation: documentation))
        plan.classes[index].properties.append(
            PropertyPlan(
                name: property.name, identifier: identifier, type: "[\(destination)]",
                getter: ["objects(of: \(tokenClass(of: index)).\(identifier))"], setter: [],
                documentation: documentation.isEmpty
                    ? ["What the request of `\(property.name)` finds; fetched once, and again after a refresh."]
                    : documentation))
        return identifier
    }

    /// Adds the templates of requests to the classes of the objects that they fetch.
    mutating func addRequests() {
        for (name, request) in model.fetchRequestTemplates.sorted(byName: \.key) {
            guard let index = plan.classes.firstIndex(where: { $0.entityName == request.entityName }) else {
                plan.notes.append(
                    "the fetch request '\(name)' fetches '\(request.entityName)', which has no class here")
                continue
            }
            let base = SwiftWord.name(from: name)
            let description = SwiftWord.written(
                identifier(
                    base.loweredFirst == base ? base + "Template" : base.loweredFirst + "Template",
                    of: request.entityName))
            var registry = NameRegistry(taken: ["context", "request"])
            let parameters = RequestVariables(names: names, request: request).found.map { variable in
                let identifier = SwiftWord.written(registry.claim(SwiftWord.name(from: variable.name.loweredFirst)))
                return RequestPlan.Parameter(
                    variable: variable.name, identifier: identifier, type: parameterType(variable),
                    argument: identifier + bindingSuffix(variable))
            }
            let isSingle = name.hasPrefix("one")
            plan.classes[index].requests.append(
                RequestPlan(
                    name: name, descriptionIdentifier: description,
                    method: identifier("fetch" + base.capitalizedFirst, of: request.entityName),
                    objectClass: plan.classes[index].name, parameters: parameters, isSingle: isSingle,
                    lines: literal.request(request), documentation: []))
            plan.templates.append((literal.text(name), "\(plan.classes[index].name).\(description)"))
        }
    }

    /// Objects are bound by their IDs.
    private func bindingSuffix(_ variable: RequestVariables.Variable) -> String {
        guard case .object(let entity) = variable.value, classNames[entity] != nil else { return "" }
        return variable.isList ? ".map(\\.objectID)" : ".objectID"
    }

    private func parameterType(_ variable: RequestVariables.Variable) -> String {
        let element: String? =
            switch variable.value {
            case .attribute(let type): Self.standardType(type, types)?.name
            case .object(let entity): classNames[entity].map(SwiftWord.written)
            case .unknown: nil
            }
        guard let element else { return "any \(types.name("PredicateArgument"))" }
        return variable.isList ? "[\(element)]" : element
    }
}
