import SwiftWorkload

let options = WorkloadOptions()

func run<Person: PersonRecord>(_ type: Person.Type) throws {
    let suite = try GRDBSuite<Person>(options)
    suite.reporter.setting("DatabasePool, WAL, synchronous FULL set on its writer, SQLite's defaults")
    if options.mode == "memory" { try suite.measureMemory() } else { try suite.run() }
}

if options.variant == "codable" { try run(CodablePerson.self) } else { try run(HandWrittenPerson.self) }
