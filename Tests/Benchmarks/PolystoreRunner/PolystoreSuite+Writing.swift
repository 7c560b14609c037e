import Polystore
import SwiftWorkload

extension PolystoreSuite {
    func insert() throws {
        let companies = CompanyValues.generate(options)
        let context = container.newConfinedContext()
        var objects: [Person] = []
        objects.reserveCapacity(persons.count)
        try reporter.time("W1", operations: options.objects + options.companies) {
            let employers = try companies.map { values in
                try context.insert(Company.self) { ($0.name, $0.founded) = (values.name, values.founded) }
            }
            for values in persons {
                objects.append(try Self.insert(values, employer: employers[values.employer - 1], into: context))
            }
            try context.save()
        } checksum: {
            UInt64(try container.newConfinedContext().count(FetchRequest(Company.self))) + (try countPersons())
        }
        identities = objects.map(\.objectID)
    }

    @discardableResult
    static func insert(_ values: PersonValues, employer: Company, into context: ManagedObjectContext) throws -> Person {
        try context.insert(Person.self) { person in
            person.name = values.name
            person.email = values.email
            person.age = values.age
            person.score = values.score
            person.created = values.created
            person.active = values.active
            person.avatarHash = values.avatarHash
            person.employer = employer
        }
    }

    /// The companies of a context, in the order of their values.
    func employers(in context: ManagedObjectContext) throws -> [Company] {
        try context.fetch(FetchRequest(Company.self)).sorted { $0.name < $1.name }
    }

    func updateAll(_ workload: String, _ undoManager: ContextUndoManager?) throws {
        let (context, all) = try everyone()
        context.undoManager = undoManager
        try reporter.time(workload, operations: all.count) {
            for person in all { person.age += 1 }
            try context.save()
        } checksum: {
            let (other, saved) = try everyone()
            return withExtendedLifetime(other) { sum(saved) }
        }
    }

    func insertOneByOne(_ workload: String, _ durability: Durability) throws {
        if durability != .full { try reopen(durability) }
        let context = container.newConfinedContext()
        let employers = try employers(in: context)
        try reporter.time(workload, operations: options.saves) {
            for index in 0..<options.saves {
                let values = persons[index % persons.count]
                try Self.insert(values, employer: employers[values.employer - 1], into: context)
                try context.save()
            }
        } checksum: {
            try countPersons()
        }
        if durability != .full { try reopen(.full) }
    }

    func deleteAll() throws {
        let (context, all) = try everyone()
        try reporter.time("W9", operations: all.count) {
            for person in all { context.delete(person) }
            try context.save()
        } checksum: {
            try countPersons()
        }
    }

    func reopen(_ durability: Durability) throws {
        try container.close()
        container = try layout.open(durability: durability)
    }
}
