import Foundation
import Polystore
import SwiftWorkload

/// OO7 on Polystore: relationships are faulted as they are walked along.
final class OO7Suite {
    private static let classes: [any Entity.Type] = [
        Assembly.self, ComplexAssembly.self, BaseAssembly.self, CompositePart.self, Document.self, AtomicPart.self,
        Connection.self,
    ]

    let reporter: Reporter
    let module: OO7Module
    private let layout: StoreLayout
    var container: PersistentContainer

    init(_ options: WorkloadOptions) throws {
        layout = StoreLayout(variant: options.variant, directory: options.directory)
        reporter = Reporter("polystore-\(options.variant)")
        module = OO7Module(options)
        container = try layout.open(model: Self.classes)
    }

    func run() throws {
        try fill()
        if !layout.isVolatile {
            try container.close()
            container = try layout.open(model: Self.classes)
        }
        try traverse()
        try query()
        try modify()
        try container.close()
    }

    private func fill() throws {
        let context = container.newConfinedContext()
        var complexes: [ComplexAssembly] = []
        for number in 0..<module.complexCount {
            complexes.append(
                try context.insert(ComplexAssembly.self) { assembly in
                    assembly.number = number
                    if number > 0 { assembly.parentAssembly = complexes[(number - 1) / OO7Module.fanout] }
                })
        }
        let composites = try (0..<module.compositeCount).map { try insertComposite($0, into: context) }
        for (index, numbers) in module.components.enumerated() {
            try context.insert(BaseAssembly.self) { assembly in
                assembly.number = module.complexCount + index
                assembly.parentAssembly = complexes[(module.complexCount + index - 1) / OO7Module.fanout]
                assembly.components.formUnion(numbers.map { composites[$0] })
            }
        }
        try context.save()
    }

    func insertComposite(_ number: Int, into context: ManagedObjectContext) throws -> CompositePart {
        let composite = try context.insert(CompositePart.self) { ($0.number, $0.buildDate) = (number, number) }
        try context.insert(Document.self) { document in
            document.title = "Composite Part \(number)"
            document.text = OO7Module.documentText
            document.composite = composite
        }
        let values = module.parts(of: number)
        let parts = try values.map { values in
            try context.insert(AtomicPart.self) { part in
                (part.number, part.x, part.y, part.buildDate) = (values.number, values.x, values.y, values.buildDate)
                part.composite = composite
            }
        }
        composite.rootPart = parts[0]
        for (part, values) in zip(parts, values) {
            for (index, target) in values.targets.enumerated() {
                try context.insert(Connection.self) { connection in
                    connection.length = index
                    connection.source = part
                    connection.target = parts[target % OO7Module.partsOfComposite]
                }
            }
        }
        return composite
    }
}
