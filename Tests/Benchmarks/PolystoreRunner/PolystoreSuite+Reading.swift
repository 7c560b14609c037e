import Polystore
import SwiftWorkload

extension PolystoreSuite {
    func fetchAll() throws {
        // Kept until the time is taken, like the rows of the raw engines.
        var kept: (ManagedObjectContext, [Person])?
        try reporter.time("W2", operations: options.objects) {
            let (context, all) = try everyone()
            kept = (context, all)
            return sum(all)
        }
        withExtendedLifetime(kept) {}
    }

    func lookUp() throws {
        let context = container.newConfinedContext()
        try reporter.time("W3", operations: options.lookups) { try lookUp(in: context) }
        guard options.includes("W3h") else { return }
        let (resident, all) = try everyone()
        try withExtendedLifetime(all) {
            try reporter.time("W3h", operations: options.lookups) { try lookUp(in: resident) }
        }
    }

    private func lookUp(in context: ManagedObjectContext) throws -> UInt64 {
        var (draws, sum) = (ParameterDraws(), UInt64(0))
        for _ in 0..<options.lookups {
            let objectID = identities[draws.next(below: options.objects)]
            sum &+= UInt64(try context.existingObject(with: objectID, as: Person.self).age)
        }
        return sum
    }

    func fetchRanges() throws {
        try reporter.time("W4", operations: options.ranges) {
            var (draws, sum) = (ParameterDraws(), UInt64(0))
            var context = container.newConfinedContext()
            for query in 0..<options.ranges {
                if query % 100 == 0 { context = container.newConfinedContext() }
                let found = try context.fetch(Self.aged(draws.next(below: 9900), 100))
                sum &+= found.reduce(UInt64(found.count)) { $0 &+ UInt64($1.age) }
            }
            return sum
        }
    }

    func fetchSorted() throws {
        let context = container.newConfinedContext()
        try reporter.time("W5", operations: options.sorts) {
            var (draws, checksum) = (ParameterDraws(), UInt64(0))
            for _ in 0..<options.sorts {
                let request = Self.aged(draws.next(below: 9000), 1000).sorted(by: Person.score, ascending: false).limit(
                    50)
                for person in try context.fetch(request) { checksum = checksum &* 31 &+ UInt64(person.age) }
            }
            return checksum
        }
    }

    func traverseToOne() throws {
        let context = container.newConfinedContext()
        try reporter.time("W7", operations: options.objects) {
            try context.fetch(FetchRequest(Person.self).prefetching(Person.employer)).reduce(0) { sum, person in
                let name = (person.employer?.name ?? "").utf8
                return sum &+ UInt64(name.count) &+ UInt64(name.last ?? 0)
            }
        }
    }

    func traverseToMany() throws { try traverse("W8", FetchRequest(Company.self)) }

    func traversePrefetched() throws {
        try traverse("W8p", FetchRequest(Company.self).prefetching(Company.employees))
    }

    private func traverse(_ workload: String, _ request: FetchRequest<Company>) throws {
        let context = container.newConfinedContext()
        try reporter.time(workload, operations: options.objects) {
            var sum = UInt64(0)
            for company in try context.fetch(request) {
                let employees = company.employees
                sum &+= UInt64(employees.count)
                for person in employees { sum &+= UInt64(person.age) }
            }
            return sum
        }
    }

    func count() throws {
        let context = container.newConfinedContext()
        try reporter.time("W11", operations: options.counts) {
            var (draws, sum) = (ParameterDraws(), UInt64(0))
            for _ in 0..<options.counts { sum &+= UInt64(try context.count(Self.aged(draws.next(below: 9900), 100))) }
            return sum
        }
    }

    func countByScan() throws {
        let context = container.newConfinedContext()
        try reporter.time("W11s", operations: options.scans) {
            var (draws, sum) = (ParameterDraws(), UInt64(0))
            for _ in 0..<options.scans {
                let limit = Double(draws.next(below: 1000))
                let request = FetchRequest(Person.self).where(Person.score > limit && Person.active == true)
                sum &+= UInt64(try context.count(request))
            }
            return sum
        }
    }
}
