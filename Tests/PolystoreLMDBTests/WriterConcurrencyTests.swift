import Foundation
import Polystore
import Synchronization
import TestFolders
import Testing

@Suite("Readers beside the writer of an LMDB store: concurrency")
struct WriterConcurrencyTests {
    @Test("readers see whole saves beside the writer, and so does the next opening")
    func readers() throws {
        let folder = try TemporaryFolder("lmdb")
        let container = try Graph(folder).open()
        let saves = 150
        let isOver = Atomic(false)
        let writer = Signal.Work {
            defer { isOver.store(true, ordering: .sequentiallyConsistent) }
            let context = container.newConfinedContext()
            for number in 0..<saves {
                // Two at a time, so that a save by halves can be told.
                for name in ["a", "b"] { try context.insert(Person.self) { $0.name = "\(number)\(name)" } }
                try context.save()
            }
        }
        var last = 0
        repeat {
            let names = try Graph.names(container)
            #expect(names.count % 2 == 0 && names.count >= last)
            last = names.count
        } while !isOver.load(ordering: .sequentiallyConsistent)
        try writer.finish()
        #expect(try Graph.names(container).count == 2 * saves)
        #expect(try Graph.findings(container).isEmpty)
        try container.close()
        let opened = try Graph(folder).open { $0.options.values["verify"] = .word("full") }
        #expect(try Graph.names(opened).count == 2 * saves)
        try opened.close()
    }
}
