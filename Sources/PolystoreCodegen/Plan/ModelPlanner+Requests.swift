import PolystoreModel

extension ModelPlanner {
    /// Adds a fetched property to a class and gives the argument that stands for it in the description.
    mutating func add(
        _ property: FetchedPropertyDescription, of entity: EntityDescription, to index: Int
    ) -> String {
        let description = SwiftWord.written(identifier("\(property.name)Request", of: entity.name))
        let request = RequestPlan(
            name: property.name, descriptionIdentifier: description,
            method: "fetch" + SwiftWord.name(from: property.name.capitalizedFirst),
            objectClass: classNames[property.request.entityName].map(SwiftWord.written) ?? types.name("ManagedObject"),
            parameters: [], isSingle: false, lines: literal.request(property.request),
            documentation: DocumentationText.lines(property.userInfo))
        plan.classes[index].fetchedProperties.append(request)
        // Inside of the initializer of a static property the names of the class are at hand.
        return
            "\(types.name("EntityPart")).fetched(\(literal.text(property.name)), \(tokenClass(of: index)).\(description))"
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
