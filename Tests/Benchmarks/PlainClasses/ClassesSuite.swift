import SwiftWorkload

/// The workload on plain classes: what objects cost when nothing is stored.
final class ClassesSuite {
    private let reporter: Reporter
    private let options: WorkloadOptions
    private let persons: [PersonValues], companies: [CompanyValues]
    private let graph = Graph()

    init(_ options: WorkloadOptions, _ reporter: Reporter) {
        self.reporter = reporter
        self.options = options
        persons = PersonValues.generate(options)
        companies = CompanyValues.generate(options)
    }

    func run() {
        insert()
        if options.includes("W2") { fetchAll() }
        if options.includes("W3") { lookUp() }
        if options.includes("W4") { fetchRanges() }
        if options.includes("W5") { fetchSorted() }
        if options.includes("W7") { traverseToOne() }
        traverseToMany()
        if options.includes("W11") { count() }
        if options.includes("W11s") { countByScan() }
        if options.includes("W6") { updateAll() }
        if options.includes("W10") { insertOneByOne() }
        if options.includes("W9") { deleteAll() }
    }

    func measureMemory() {
        for company in companies { graph.add(company) }
        let before = MemoryUse(engine: 0)
        for (index, person) in persons.enumerated() { graph.add(person, id: Int64(index + 1)) }
        let all = Array(graph.persons.values)
        before.report(reporter, operations: all.count, checksum: Self.sum(all), engine: 0)
    }

    private func insert() {
        reporter.time("W1", operations: options.objects + options.companies) {
            for company in companies { graph.add(company) }
            for (index, person) in persons.enumerated() { graph.add(person, id: Int64(index + 1)) }
        } checksum: {
            UInt64(graph.persons.count + graph.companies.count)
        }
    }

    private func fetchAll() {
        reporter.time("W2", operations: options.objects) { Self.sum(Array(graph.persons.values)) }
    }

    private static func sum(_ persons: [Person]) -> UInt64 {
        persons.reduce(0) { $0 &+ UInt64($1.age + $1.name.utf8.count) }
    }

    private func lookUp() {
        let persons = graph.persons
        reporter.time("W3", operations: options.lookups) {
            var (draws, sum) = (ParameterDraws(), UInt64(0))
            for _ in 0..<options.lookups {
                sum &+= UInt64(persons[Int64(1 + draws.next(below: options.objects))]?.age ?? 0)
            }
            return sum
        }
        let objects: [Int64: AnyObject] = persons
        reporter.time("W3h", operations: options.lookups) {
            var (draws, sum) = (ParameterDraws(), UInt64(0))
            for _ in 0..<options.lookups {
                guard let object = objects[Int64(1 + draws.next(below: options.objects))] else { continue }
                sum &+= UInt64(unsafeDowncast(object, to: Person.self).age)
            }
            return sum
        }
    }

    private func fetchRanges() {
        reporter.time("W4", operations: options.ranges) {
            var (draws, sum) = (ParameterDraws(), UInt64(0))
            for _ in 0..<options.ranges {
                let low = draws.next(below: 9900)
                let found = graph.persons(aged: low..<low + 100)
                sum &+= found.reduce(UInt64(found.count)) { $0 &+ UInt64($1.age) }
            }
            return sum
        }
    }

    private func fetchSorted() {
        reporter.time("W5", operations: options.sorts) {
            var (draws, checksum) = (ParameterDraws(), UInt64(0))
            for _ in 0..<options.sorts {
                let low = draws.next(below: 9000)
                let sorted = graph.persons(aged: low..<low + 1000).sorted { $0.score > $1.score }
                for person in sorted.prefix(50) { checksum = checksum &* 31 &+ UInt64(person.age) }
            }
            return checksum
        }
    }

    private func traverseToOne() {
        reporter.time("W7", operations: options.objects) {
            graph.persons.values.reduce(0) { sum, person in
                let name = person.employer.name.utf8
                return sum &+ UInt64(name.count) &+ UInt64(name.last ?? 0)
            }
        }
    }

    private func traverseToMany() {
        for workload in ["W8", "W8p"] where options.includes(workload) {
            reporter.time(workload, operations: options.objects) {
                var sum = UInt64(0)
                for company in graph.companies {
                    sum &+= UInt64(company.employees.count)
                    for person in company.employees { sum &+= UInt64(person.age) }
                }
                return sum
            }
        }
    }

    private func count() {
        reporter.time("W11", operations: options.counts) {
            var (draws, sum) = (ParameterDraws(), UInt64(0))
            for _ in 0..<options.counts {
                let low = draws.next(below: 9900)
                sum &+= UInt64(graph.count(aged: low..<low + 100))
            }
            return sum
        }
    }

    private func countByScan() {
        reporter.time("W11s", operations: options.scans) {
            var (draws, sum) = (ParameterDraws(), UInt64(0))
            for _ in 0..<options.scans {
                let limit = Double(draws.next(below: 1000))
                sum &+= UInt64(graph.persons.values.count { $0.score > limit && $0.active })
            }
            return sum
        }
    }

    private func updateAll() {
        let all = Array(graph.persons.values)
        reporter.time("W6", operations: all.count) {
            for person in all { graph.setAge(person.age + 1, of: person) }
        } checksum: {
            Self.sum(Array(graph.persons.values))
        }
    }

    private func insertOneByOne() {
        reporter.time("W10", operations: options.saves) {
            for index in 0..<options.saves {
                graph.add(persons[index % persons.count], id: Int64(options.objects + 1 + index))
            }
        } checksum: {
            UInt64(graph.persons.count)
        }
    }

    private func deleteAll() {
        let all = Array(graph.persons.values)
        reporter.time("W9", operations: all.count) {
            for person in all { graph.remove(person) }
        } checksum: {
            UInt64(graph.persons.count)
        }
    }
}
