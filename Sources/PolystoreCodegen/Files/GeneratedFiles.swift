import PolystoreModel

/// The files of a model, with remarks for the user.
public struct GeneratedFiles: Sendable {
    /// The model's name.
    public let model: String
    /// The files in the order of their names, those of the machine first.
    public let files: [GeneratedFile]
    /// The types that the files name and that are written by hand, in order.
    public let foreignTypes: [ForeignType]
    /// The modules that the files import besides Polystore and Foundation.
    public let foreignModules: [String]
    /// The access level of the classes, and so of the types that they name.
    let access: AccessLevel
    /// What could not be done as the model says, in words.
    public let notes: [String]

    /// Makes the files of a model; nothing is written.
    ///
    /// - Throws: `GenerationError` for names that Swift has no place for and templates that cannot be used.
    public init(_ input: ModelInput, _ options: GenerationOptions = .init()) throws(GenerationError) {
        let plan = try ModelPlanner.plan(input, options)
        let renderer = SourceRenderer(plan, options)
        model = plan.name
        access = options.access
        notes = plan.notes
        foreignTypes = plan.foreignTypes.sorted()
        let modules = Set(options.imports + plan.classes.flatMap(\.imports))
        foreignModules = modules.sorted(byName: \.self)
        var files: [GeneratedFile] = []

        func add(
            _ name: String, _ template: String, owner: GeneratedFile.Owner = .machine, imports: [String] = [],
            _ additions: [String: Any] = [:]
        ) throws(GenerationError) {
            // Whether Foundation is needed can be seen once the rest is written.
            let draft = try renderer.source(template, additions.merging(["modules": [String]()]) { own, _ in own })
            let needed = SourceRenderer.modules(options.imports + imports, in: [draft])
            let text = try renderer.source(template, additions.merging(["modules": needed]) { own, _ in own })
            files.append(GeneratedFile(name: name + ".swift", owner: owner, text: text))
        }

        switch options.shape {
        case .single:
            try add("_\(plan.typeName)", "single.stencil", imports: plan.classes.flatMap(\.imports))
        case .two:
            try add("_\(plan.typeName)", "model.stencil")
            for plan in plan.classes {
                let context: [String: Any] = ["class": plan.context(options)]
                try add(plan.machineName, "machine.stencil", imports: plan.imports, context)
                try add(plan.fileName, "human.stencil", owner: .human, context)
            }
        case .xcode:
            try add("_\(plan.typeName)", "model.stencil")
            for plan in plan.classes {
                let context: [String: Any] = ["class": plan.context(options)]
                try add("\(plan.fileName)+CoreDataProperties", "properties.stencil", imports: plan.imports, context)
                if plan.codeGeneration == "class" {
                    try add("\(plan.fileName)+CoreDataClass", "class.stencil", owner: .human, context)
                }
            }
        }
        self.files = files.sorted {
            ($0.owner == .machine ? 0 : 1, $0.name) < ($1.owner == .machine ? 0 : 1, $1.name)
        }
    }
}
