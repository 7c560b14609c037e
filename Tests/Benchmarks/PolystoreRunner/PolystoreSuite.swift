import Foundation
import Polystore
import SwiftWorkload

/// The workload on Polystore, written as its documentation says.
final class PolystoreSuite {
    let options: WorkloadOptions
    let layout: StoreLayout
    let reporter: Reporter
    let persons: [PersonValues]
    var container: PersistentContainer
    /// The IDs of the persons, in the order of their values.
    var identities: [ObjectID] = []

    init(_ options: WorkloadOptions) throws {
        self.options = options
        layout = StoreLayout(variant: options.variant, directory: options.directory)
        reporter = Reporter("polystore-\(options.variant)")
        persons = PersonValues.generate(options)
        container = try layout.open()
    }

    func run() throws {
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
        if options.includes("W6") { try updateAll("W6", nil) }
        if options.includes("W6u") { try updateAll("W6u", ContextUndoManager()) }
        if options.includes("W10") { try insertOneByOne("W10", .full) }
        if options.includes("W10n"), !layout.isVolatile { try insertOneByOne("W10n", .losesLastSavesOnPowerCut) }
        if options.includes("W13"), !layout.isVolatile { try readWhileWriting() }
        if options.includes("BR1") { try batchUpdate() }
        if options.includes("BR2") { try batchInsert() }
        if options.includes("BR3") { try batchDelete() }
        if options.includes("W9") { try deleteAll() }
        try container.close()
    }

    /// All persons of a new context, which the caller keeps.
    func everyone() throws -> (ManagedObjectContext, [Person]) {
        let context = container.newConfinedContext()
        return (context, try context.fetch(FetchRequest(Person.self)))
    }

    func sum(_ persons: [Person]) -> UInt64 { persons.reduce(0) { $0 &+ UInt64($1.age + $1.name.utf8.count) } }

    func countPersons() throws -> UInt64 {
        UInt64(try container.newConfinedContext().count(FetchRequest(Person.self)))
    }

    static func aged(_ low: Int, _ width: Int) -> FetchRequest<Person> {
        FetchRequest(Person.self).where(Person.age >= low && Person.age < low + width)
    }
}
