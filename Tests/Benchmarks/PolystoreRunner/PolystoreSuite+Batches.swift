import Polystore
import SwiftWorkload

extension PolystoreSuite {
    func batchUpdate() throws {
        let count = Int(try countPersons())
        try reporter.time("BR1", operations: count) {
            try container.execute(BatchUpdateRequest(Person.self).setting(Person.score, to: Person.score + 1))
        } checksum: {
            let (context, all) = try everyone()
            return withExtendedLifetime(context) { UInt64(bitPattern: all.reduce(0) { $0 + Int64($1.score) }) }
        }
    }

    func batchInsert() throws {
        let context = container.newConfinedContext()
        let employers = try employers(in: context).map(\.objectID)
        let before = try countPersons()
        try reporter.time("BR2", operations: persons.count) {
            try container.execute(
                BatchInsertRequest(Person.self, of: persons) { values, row in
                    row.set(Person.name, to: values.name)
                    row.set(Person.email, to: values.email)
                    row.set(Person.age, to: values.age)
                    row.set(Person.score, to: values.score)
                    row.set(Person.created, to: values.created)
                    row.set(Person.active, to: values.active)
                    row.set(Person.avatarHash, to: values.avatarHash)
                    row.set(Person.employer, to: employers[values.employer - 1])
                })
        } checksum: {
            try countPersons() - before
        }
    }

    func batchDelete() throws {
        var deleted = 0
        let range = Person.age >= 2_000 && Person.age < 7_000
        let count = try container.newConfinedContext().count(FetchRequest(Person.self).where(range))
        let before = try countPersons()
        try reporter.time("BR3", operations: count) {
            deleted = try container.execute(BatchDeleteRequest(Person.self).where(range)).count
        } checksum: {
            guard deleted == count else {
                throw SuiteError.lostObjects(expected: UInt64(count), found: UInt64(deleted))
            }
            return before - (try countPersons())
        }
    }
}
