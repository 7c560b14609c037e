import PolystoreModel

/// Decides what the classes of a model are.
struct ModelPlanner {
    let input: ModelInput
    let options: GenerationOptions
    var plan: ModelPlan
    var literal: SwiftLiteral
    let names: ModelNames
    /// The class of each entity, also of those that no class is written for.
    var classNames: [String: String] = [:]
    /// The entities that classes are written for, roots first.
    var generated: [EntityDescription] = []
    /// The structure of each composite.
    var compositeTypes: [String: String] = [:]
    /// The name in Swift of each element by composite and name.
    var compositeElements: [String: [String: String]] = [:]
    /// The names that a class has in Swift, its ancestors' included, by entity.
    var members: [String: NameRegistry] = [:]
    /// The name in Swift of each property by entity and name.
    var identifiers: [String: [String: String]] = [:]
    /// Whether an entity stands for the base class itself, which then is a described class.
    var isBaseClassDescribed = false

    var model: ModelDescription { input.model }
    var types: TypeNames { literal.types }

    /// Makes the plan of a model.
    ///
    /// - Throws: `GenerationError` for names that cannot be had.
    static func plan(_ input: ModelInput, _ options: GenerationOptions) throws(GenerationError) -> ModelPlan {
        var planner = ModelPlanner(input, options)
        try planner.chooseNames()
        for composite in planner.model.composites.sorted(byName: \.name) { try planner.add(composite) }
        for entity in planner.generated { try planner.add(entity) }
        planner.addRequests()
        planner.addModel()
        planner.plan.classes.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        return planner.plan
    }

    private init(_ input: ModelInput, _ options: GenerationOptions) {
        self.input = input
        self.options = options
        let types = TypeNames(taken: [])
        literal = SwiftLiteral(types: types)
        plan = ModelPlan(name: input.model.name, typeName: "", types: types)
        names = ModelNames(input.model)
    }

    /// Gives every class, structure and machine class a name of its own.
    private mutating func chooseNames() throws(GenerationError) {
        if let configuration = options.configuration, model.configurations[configuration] == nil {
            throw .unknownConfiguration(configuration, known: model.configurations.keys.sorted(byName: \.self))
        }
        let chosen = options.configuration.flatMap { model.configurations[$0] }.map(Set.init)
        var registry = NameRegistry()
        if let base = options.baseClass { _ = registry.claim(base) }
        var owners: [String: String] = [:]
        for entity in model.entities.sorted(byName: \.name) {
            let parts = (entity.className ?? entity.name).split(separator: ".").map(String.init)
            // In Swift what stands before a dot is a module.
            let wanted = SwiftWord.name(from: parts.last ?? entity.name)
            if wanted == options.baseClass {
                classNames[entity.name] = wanted
                isBaseClassDescribed = true
                continue
            }
            let isManual =
                options.shape == .xcode && !["class", "category"].contains(entity.codeGeneration)
            let isLeftOut =
                isManual || entity.userInfo["mogenerator.ignore"] != nil || !(chosen?.contains(entity.name) ?? true)
            if owners[wanted] == nil {
                owners[wanted] = entity.name
                classNames[entity.name] = registry.claim(wanted)
            } else {
                // A class stands for one entity; a second entity of its name gets one of its own.
                let own = SwiftWord.name(from: parts.count > 1 ? parts.joined(separator: "_") : entity.name)
                classNames[entity.name] = registry.claim(own == wanted ? "\(own)_\(entity.name)" : own)
                plan.notes.append(
                    "the entities '\(owners[wanted] ?? "")' and '\(entity.name)' name one class, '\(wanted)'; "
                        + "'\(entity.name)' gets the class '\(classNames[entity.name] ?? "")'")
            }
            if !isLeftOut { generated.append(entity) }
        }
        generated.sort { left, right in
            let depths = (names.lineage(of: left.name).count, names.lineage(of: right.name).count)
            return depths.0 == depths.1
                ? left.name.utf8.lexicographicallyPrecedes(right.name.utf8) : depths.0 < depths.1
        }
        for composite in model.composites.sorted(byName: \.name) {
            compositeTypes[composite.name] = registry.claim(SwiftWord.name(from: composite.name))
        }
        let name = SwiftWord.name(from: model.name.capitalizedFirst)
        plan.typeName = registry.claim(name.hasSuffix("Model") ? name : name + "Model")
        var machineNames: [String: String] = [:]
        for entity in generated {
            machineNames[entity.name] = registry.claim(machine: "_" + (classNames[entity.name] ?? entity.name))
        }
        var taken = registry.taken
        for entity in model.entities {
            taken.formUnion(entity.attributes.map(\.name))
            taken.formUnion(entity.relationships.map(\.name))
            taken.formUnion(entity.fetchedProperties.map(\.name))
        }
        for composite in model.composites { taken.formUnion(composite.elements.map(\.name)) }
        literal = SwiftLiteral(types: TypeNames(taken: taken))
        plan.types = literal.types
        for entity in generated {
            plan.classes.append(try makeClass(entity, machineName: machineNames[entity.name] ?? ""))
        }
        typeNamesInUse = registry.taken
    }

    /// The names of all types of the model, which no token may hide.
    var typeNamesInUse: Set<String> = []

    private mutating func makeClass(
        _ entity: EntityDescription, machineName: String
    ) throws(GenerationError) -> ClassPlan {
        let children = model.entities.contains { $0.superentityName == entity.name }
        let parent = entity.superentityName.flatMap { classNames[$0] }
        var superclass = parent.map(SwiftWord.written) ?? options.baseClass ?? types.name("ManagedObject")
        var inherits = parent != nil || (options.baseClass != nil && isBaseClassDescribed)
        if options.isBaseClassForced, let base = options.baseClass {
            superclass = base
            inherits = isBaseClassDescribed
        }
        if let custom = entity.userInfo["mogenerator.customBaseClass"], !custom.isEmpty {
            guard SwiftWord.isQualifiedName(custom) else { throw .invalidName(custom, of: "a base class") }
            superclass = custom
            inherits = parent != nil
            plan.foreignTypes.insert(.init(kind: .baseClass, name: custom, detail: parent ?? ""))
        } else if superclass == options.baseClass {
            plan.foreignTypes.insert(.init(kind: .baseClass, name: superclass, detail: ""))
        }
        if let parentName = entity.superentityName, let parent, !generated.contains(where: { $0.name == parentName }) {
            plan.foreignTypes.insert(.init(kind: .entityClass, name: parent, detail: parentName))
        }
        var imports: [String] = []
        for module in (entity.userInfo["additionalImports"] ?? "").split(separator: ",") {
            let name = String(module.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            guard SwiftWord.isQualifiedName(name) else { throw .invalidName(name, of: "a module") }
            imports.append(name)
        }
        let documentation = DocumentationText.lines(entity.userInfo)
        return ClassPlan(
            name: SwiftWord.written(classNames[entity.name] ?? entity.name), machineName: machineName,
            entityName: entity.name, superclass: superclass, inheritsDescription: inherits, hasChildren: children,
            codeGeneration: entity.codeGeneration ?? "", imports: imports,
            documentation: documentation.isEmpty ? ["The entity `\(entity.name)`."] : documentation)
    }
}
