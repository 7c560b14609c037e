import SwiftWorkload

/// OO7 on plain classes.
final class OO7ClassesSuite {
    private let reporter: Reporter
    private let module: OO7Module
    private let assemblies: [Assembly]
    private var parts: [Int: AtomicPart] = [:]
    private var byDate: [[AtomicPart]] = Array(repeating: [], count: OO7Module.dates)

    init(_ options: WorkloadOptions, _ reporter: Reporter) {
        self.reporter = reporter
        module = OO7Module(options)
        let count = module.complexCount + module.components.count
        let all = (0..<count).map { Assembly(number: $0) }
        for assembly in all.dropFirst() { all[(assembly.number - 1) / OO7Module.fanout].subassemblies.append(assembly) }
        assemblies = all
        let composites = (0..<module.compositeCount).map { CompositePart(number: $0, module) }
        for composite in composites { enter(composite) }
        for (index, numbers) in module.components.enumerated() {
            assemblies[module.complexCount + index].components = numbers.map { composites[$0] }
        }
    }

    private func enter(_ composite: CompositePart) {
        for part in composite.parts {
            parts[part.number] = part
            byDate[part.buildDate].append(part)
        }
    }

    func run() {
        let timing = OO7Timing(reporter)
        timing.traversals { traverse(swaps: false) }
        reporter.time("T2a", operations: traverse(swaps: false).visits) {
            _ = traverse(swaps: true)
        } checksum: {
            parts.values.reduce(0) { $0 &+ UInt64(3 * $1.x + $1.y) }
        }
        query()
        timing.modifications(module, insert: insertNew, delete: delete) { parts.count }
    }

    private func traverse(swaps: Bool) -> OO7Visit {
        var visit = OO7Visit()
        traverse(assemblies[0], swaps, &visit)
        return visit
    }

    private func traverse(_ assembly: Assembly, _ swaps: Bool, _ visit: inout OO7Visit) {
        for child in assembly.subassemblies { traverse(child, swaps, &visit) }
        for composite in assembly.components {
            let root = composite.parts[0]
            if swaps { (root.x, root.y) = (root.y, root.x) }
            visit.beginComposite()
            traverse(root, &visit)
        }
    }

    private func traverse(_ part: AtomicPart, _ visit: inout OO7Visit) {
        guard visit.isNew(part.number) else { return }
        visit.count(part.number, part.x, part.y)
        for connection in part.outgoing { traverse(connection.target, &visit) }
    }

    private func query() {
        reporter.time("Q1", operations: OO7Module.lookups) {
            var (draws, sum) = (ParameterDraws(), UInt64(0))
            for _ in 0..<OO7Module.lookups {
                guard let part = parts[draws.next(below: module.compositeCount * OO7Module.partsOfComposite)] else {
                    continue
                }
                sum &+= UInt64(part.x + part.y)
            }
            return sum
        }
        let start = Reporter.now
        var (count, sum) = (0, UInt64(0))
        for low in OO7Module.rangeStarts {
            let found = byDate[low..<low + OO7Module.dates / 100].flatMap { $0 }
            count += found.count
            sum = found.reduce(sum) { $0 &+ UInt64($1.x + $1.y) }
        }
        reporter.report("Q2", Reporter.now - start, count, sum)
        reporter.time("Q7", operations: parts.count) { parts.values.reduce(0) { $0 &+ UInt64($1.x + $1.y) } }
    }

    private func insertNew() -> [CompositePart] {
        module.users.enumerated().map { index, user in
            let composite = CompositePart(number: module.compositeCount + index, module)
            enter(composite)
            assemblies[module.complexCount + user].components.append(composite)
            return composite
        }
    }

    private func delete(_ composites: [CompositePart]) {
        for (composite, user) in zip(composites, module.users) {
            assemblies[module.complexCount + user].components.removeAll { $0 === composite }
            for part in composite.parts {
                parts[part.number] = nil
                byDate[part.buildDate].removeAll { $0 === part }
            }
        }
    }
}
