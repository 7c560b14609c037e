import Foundation
import GRDB
import SwiftWorkload

/// The workload on GRDB, written as its documentation says, with one style of records.
final class GRDBSuite<Person: PersonRecord> {
    let options: WorkloadOptions
    let reporter = Reporter("grdb-\(Person.style)")
    let values: [PersonValues]
    var pool: DatabasePool

    init(_ options: WorkloadOptions) throws {
        self.options = options
        values = PersonValues.generate(options)
        pool = try Self.open(options, synchronous: "FULL")
    }

    func run() throws {
        try create()
        try insert()
        if options.includes("W2") { try fetchAll() }
        if options.includes("W3") { try lookUp() }
        if options.includes("W4") { try fetchRanges() }
        if options.includes("W5") { try fetchSorted() }
        if options.includes("W7") { try traverseToOne() }
        if options.includes("W8") { try traverseToMany() }
        if options.includes("W8p") { try traversePrefetched() }
        if options.includes("W11") { try count() }
        if options.includes("W11s") { try countByScan() }
        if options.includes("W6") { try updateAll() }
        if options.includes("W10") { try insertOneByOne("W10") }
        if options.includes("W10n") { try insertUnsynced() }
        if options.includes("W13") { try readWhileWriting() }
        if options.includes("W9") { try deleteAll() }
        try pool.close()
    }

    static func open(_ options: WorkloadOptions, synchronous: String) throws -> DatabasePool {
        let pool = try DatabasePool(path: options.directory.appendingPathComponent("grdb.sqlite").path)
        // A pool sets NORMAL on its writer.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = \(synchronous)") }
        return pool
    }

    private func create() throws {
        try pool.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE company (id INTEGER PRIMARY KEY, name TEXT NOT NULL, founded INTEGER NOT NULL);
                    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL,
                        age INTEGER NOT NULL, score REAL NOT NULL, created REAL NOT NULL, active INTEGER NOT NULL,
                        avatarHash BLOB NOT NULL, employer INTEGER NOT NULL);
                    CREATE INDEX person_age ON person (age);
                    CREATE INDEX person_employer ON person (employer);
                    """)
        }
    }

    static func aged(_ low: Int, _ width: Int) -> QueryInterfaceRequest<Person> {
        Person.filter(Column("age") >= low && Column("age") < low + width)
    }

    static func sum(_ persons: [Person]) -> UInt64 {
        persons.reduce(0) { $0 &+ UInt64($1.age + $1.name.utf8.count) }
    }

    func countPersons() throws -> UInt64 { UInt64(try pool.read { try Person.fetchCount($0) }) }
}
