import Polystore
import SwiftWorkload

extension OO7Suite {
    func traverse() throws {
        let context = container.newConfinedContext()
        // The objects stay with the program that walks through them, as in any program that keeps its document open.
        var held: [ManagedObject] = []
        try OO7Timing(reporter).traversals {
            try traverse(context, swaps: false)
        } hold: {
            held = context.registeredObjects
        }
        try reporter.time("T2a", operations: traverse(context, swaps: false).visits) {
            _ = try traverse(context, swaps: true)
            try context.save()
        } checksum: {
            let other = container.newConfinedContext()
            return try other.fetch(FetchRequest(AtomicPart.self)).filter { $0.number < partCount }
                .reduce(0) { $0 &+ UInt64(3 * $1.x + $1.y) }
        }
        withExtendedLifetime(held) {}
    }

    var partCount: Int { module.compositeCount * OO7Module.partsOfComposite }

    private func traverse(_ context: ManagedObjectContext, swaps: Bool) throws -> OO7Visit {
        var visit = OO7Visit()
        let root = FetchRequest(ComplexAssembly.self).where(ComplexAssembly.number == 0)
        guard let assembly = try context.first(root) else { return visit }
        traverse(assembly, swaps, &visit)
        return visit
    }

    private func traverse(_ assembly: Assembly, _ swaps: Bool, _ visit: inout OO7Visit) {
        if let complex = assembly as? ComplexAssembly {
            for child in complex.subassemblies { traverse(child, swaps, &visit) }
        } else if let base = assembly as? BaseAssembly {
            for composite in base.components {
                guard let root = composite.rootPart else { continue }
                if swaps { (root.x, root.y) = (root.y, root.x) }
                visit.beginComposite()
                traverse(root, &visit)
            }
        }
    }

    private func traverse(_ part: AtomicPart, _ visit: inout OO7Visit) {
        guard visit.isNew(part.number) else { return }
        visit.count(part.number, part.x, part.y)
        for connection in part.outgoing {
            if let target = connection.target { traverse(target, &visit) }
        }
    }
}
