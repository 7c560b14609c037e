import Polystore
import SwiftWorkload

extension OO7Suite {
    func query() throws {
        let context = container.newConfinedContext()
        try reporter.time("Q1", operations: OO7Module.lookups) {
            var (draws, sum) = (ParameterDraws(), UInt64(0))
            for _ in 0..<OO7Module.lookups {
                let number = draws.next(below: partCount)
                guard let part = try context.first(FetchRequest(AtomicPart.self).where(AtomicPart.number == number))
                else { continue }
                sum &+= UInt64(part.x + part.y)
            }
            return sum
        }
        let start = Reporter.now
        var (count, sum) = (0, UInt64(0))
        for low in OO7Module.rangeStarts {
            let context = container.newConfinedContext()
            let dates = AtomicPart.buildDate >= low && AtomicPart.buildDate < low + OO7Module.dates / 100
            let found = try context.fetch(FetchRequest(AtomicPart.self).where(dates))
            count += found.count
            sum = found.reduce(sum) { $0 &+ UInt64($1.x + $1.y) }
        }
        reporter.report("Q2", Reporter.now - start, count, sum)
        let fresh = container.newConfinedContext()
        try reporter.time("Q7", operations: partCount) {
            try fresh.fetch(FetchRequest(AtomicPart.self)).reduce(0) { $0 &+ UInt64($1.x + $1.y) }
        }
    }

    func modify() throws {
        let context = container.newConfinedContext()
        let bases = try context.fetch(FetchRequest(BaseAssembly.self)).sorted { $0.number < $1.number }
        try OO7Timing(reporter).modifications(module) {
            let composites = try module.users.enumerated().map { index, user in
                let composite = try insertComposite(module.compositeCount + index, into: context)
                bases[user].components.insert(composite)
                return composite
            }
            try context.save()
            return composites
        } delete: { composites in
            for composite in composites { context.delete(composite) }
            try context.save()
        } left: {
            try container.newConfinedContext().count(FetchRequest(AtomicPart.self))
        }
    }
}
