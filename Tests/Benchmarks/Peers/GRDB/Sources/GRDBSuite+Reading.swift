import GRDB
import GRDBSQLite
import SwiftWorkload

extension GRDBSuite {
    func fetchAll() throws {
        // Kept until the time is taken, like the rows of the raw engines.
        var kept: [Person] = []
        try reporter.time("W2", operations: options.objects) {
            kept = try pool.read { try Person.fetchAll($0) }
            return Self.sum(kept)
        }
        withExtendedLifetime(kept) {}
    }

    func measureMemory() throws {
        let before = MemoryUse(engine: sqlite3_memory_used())
        let all = try pool.read { try Person.fetchAll($0) }
        before.report(reporter, operations: all.count, checksum: Self.sum(all), engine: sqlite3_memory_used())
        withExtendedLifetime(all) {}
    }

    func lookUp() throws {
        try reporter.time("W3", operations: options.lookups) {
            try pool.read { database in
                var (draws, sum) = (ParameterDraws(), UInt64(0))
                for _ in 0..<options.lookups {
                    let person = try Person.fetchOne(database, key: 1 + draws.next(below: options.objects))
                    sum &+= UInt64(person?.age ?? 0)
                }
                return sum
            }
        }
    }

    func fetchRanges() throws {
        try reporter.time("W4", operations: options.ranges) {
            var (draws, sum) = (ParameterDraws(), UInt64(0))
            for _ in 0..<options.ranges {
                let low = draws.next(below: 9900)
                let found = try pool.read { try Self.aged(low, 100).fetchAll($0) }
                sum &+= found.reduce(UInt64(found.count)) { $0 &+ UInt64($1.age) }
            }
            return sum
        }
    }

    func fetchSorted() throws {
        try reporter.time("W5", operations: options.sorts) {
            var (draws, checksum) = (ParameterDraws(), UInt64(0))
            for _ in 0..<options.sorts {
                let request = Self.aged(draws.next(below: 9000), 1000).order(Column("score").desc).limit(50)
                for person in try pool.read({ try request.fetchAll($0) }) {
                    checksum = checksum &* 31 &+ UInt64(person.age)
                }
            }
            return checksum
        }
    }

    func traverseToOne() throws {
        try reporter.time("W7", operations: options.objects) {
            let request = Person.including(required: Person.employer).asRequest(of: EmployedPerson<Person>.self)
            return try pool.read { try request.fetchAll($0) }.reduce(0) { sum, employed in
                let name = employed.company.name.utf8
                return sum &+ UInt64(name.count) &+ UInt64(name.last ?? 0)
            }
        }
    }

    func traverseToMany() throws {
        try reporter.time("W8", operations: options.objects) {
            try pool.read { database in
                var sum = UInt64(0)
                for company in try Company.fetchAll(database) {
                    let employees = try company.request(for: Person.employees).fetchAll(database)
                    sum &+= employees.reduce(UInt64(employees.count)) { $0 &+ UInt64($1.age) }
                }
                return sum
            }
        }
    }

    func traversePrefetched() throws {
        try reporter.time("W8p", operations: options.objects) {
            let request = Company.including(all: Person.employees).asRequest(of: StaffedCompany<Person>.self)
            return try pool.read { try request.fetchAll($0) }.reduce(0) { sum, company in
                company.employees.reduce(sum &+ UInt64(company.employees.count)) { $0 &+ UInt64($1.age) }
            }
        }
    }

    func count() throws {
        try reporter.time("W11", operations: options.counts) {
            var (draws, sum) = (ParameterDraws(), UInt64(0))
            for _ in 0..<options.counts {
                let low = draws.next(below: 9900)
                sum &+= UInt64(try pool.read { try Self.aged(low, 100).fetchCount($0) })
            }
            return sum
        }
    }

    func countByScan() throws {
        try reporter.time("W11s", operations: options.scans) {
            var (draws, sum) = (ParameterDraws(), UInt64(0))
            for _ in 0..<options.scans {
                let limit = Double(draws.next(below: 1000))
                let request = Person.filter(Column("score") > limit && Column("active") == true)
                sum &+= UInt64(try pool.read { try request.fetchCount($0) })
            }
            return sum
        }
    }
}
