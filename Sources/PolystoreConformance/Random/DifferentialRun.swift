import Foundation
import PolystoreCore
import PolystoreReferenceStore
import PolystoreStorage

/// Runs programs on a backend's stores and on stores of plain dictionaries, and compares what is seen at each step.
struct DifferentialRun {
    /// A step at which the two differ.
    struct Difference {
        let step: Int
        let expected: String
        let found: String
    }

    let factory: ConformanceFactory
    let shape: ProgramShape

    init(_ factory: ConformanceFactory) {
        self.factory = factory
        shape = ProgramShape(factory)
    }

    /// The first difference of a program; nil when there is none.
    func run(_ steps: [ProgramStep]) throws -> Difference? {
        let folder = try TemporaryFolder.make()
        defer {
            // A folder that cannot be removed now is left to the operating system.
            try? FileManager.default.removeItem(at: folder)
        }
        let model = shape.model
        let disk = ReferenceDisk()
        let tested = try ProgramMachine(model) { try open(factory.types, model, folder) }
        let oracle = try ProgramMachine(model) {
            let types = factory.types.enumerated().map { index, type in
                StoreType.reference("reference\(index)", disk: type.capabilities.isDurable ? disk : nil)
            }
            return try open(types, model, folder)
        }
        for (index, step) in steps.enumerated() {
            let (expected, found) = (oracle.perform(step), tested.perform(step))
            if expected != found { return Difference(step: index, expected: expected, found: found) }
        }
        return nil
    }

    private func open(_ types: [StoreType], _ model: ModelDescription, _ folder: URL) throws -> PersistentContainer {
        let groups = shape.groups(types.map { !$0.capabilities.isDurable })
        let stores = types.enumerated().map { index, type in
            let url = type.hasURL ? folder.appendingPathComponent("\(index).\(type.name)") : nil
            var description = PersistentStoreDescription(name: "store\(index)", type: type, url: url)
            description.entities = groups[index]
            // A program is over when the machine goes down.
            description.durability = .losesLastSavesOnPowerCut
            if types.map(\.name) == factory.types.map(\.name) { description.options = factory.options }
            return description
        }
        var names: Set<String> = []
        return try PersistentContainer(
            model: try ManagedObjectModel(model), stores: stores,
            storeTypes: types.filter { names.insert($0.name).inserted })
    }

    /// The shortest program that was found to differ, by leaving out runs of steps and by making steps simpler.
    func shrink(_ steps: [ProgramStep], attempts: Int = 600) throws -> [ProgramStep] {
        var (best, left) = (steps, attempts)
        var isSimpler = true
        while isSimpler, left > 0 {
            best = try leaveOut(best, &left)
            (best, isSimpler) = try simplify(best, &left)
        }
        return best
    }

    /// Simpler steps in the place of others, one after another, as long as the program differs.
    private func simplify(_ steps: [ProgramStep], _ left: inout Int) throws -> ([ProgramStep], Bool) {
        var (best, isSimpler) = (steps, false)
        for index in steps.indices.reversed() where index < best.count {
            var candidates = best[index].simpler[...]
            while left > 0, let next = candidates.popFirst() {
                var candidate = best
                candidate[index] = next
                left -= 1
                guard let difference = try run(candidate) else { continue }
                (best, isSimpler) = (Array(candidate.prefix(difference.step + 1)), true)
                candidates = index < best.count ? best[index].simpler[...] : []
            }
        }
        return (best, isSimpler)
    }

    private func leaveOut(_ steps: [ProgramStep], _ left: inout Int) throws -> [ProgramStep] {
        var best = steps
        var size = max(1, best.count / 2)
        while left > 0 {
            var start = 0
            var isShorter = false
            while start < best.count, left > 0 {
                var candidate = best
                candidate.removeSubrange(start..<min(start + size, best.count))
                left -= 1
                if let difference = try run(candidate) {
                    best = Array(candidate.prefix(difference.step + 1))
                    isShorter = true
                } else {
                    start += size
                }
            }
            if size == 1, !isShorter { break }
            size = max(1, size / 2)
        }
        return best
    }
}
