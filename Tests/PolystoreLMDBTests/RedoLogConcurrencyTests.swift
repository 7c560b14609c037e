import Foundation
import Polystore
import Synchronization
import Testing

/// Checkpoints of an LMDB store, made beside its writer and its readers.
@Suite("The redo log of a store in use: concurrency")
struct RedoLogConcurrencyTests {
    @Test("readers see whole saves while checkpoints are made beside the writer, and so does who opens the store next")
    func readers() throws {
        let folder = TemporaryFolder()
        let container = try Graph(folder).open { $0.options.values["redoLog"] = .size(64 << 10) }
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

    @Test("a store that is closed in the middle of a checkpoint is whole")
    func closing() throws {
        for saves in 1...30 {
            let folder = TemporaryFolder()
            let container = try Graph(folder).open { $0.options.values["redoLog"] = .size(64 << 10) }
            let context = container.newConfinedContext()
            for number in 0..<saves {
                try context.insert(Person.self) { $0.name = "\(number)" }
                try context.save()
            }
            try container.close()
            // What was closed needs no log.
            try FileManager.default.removeItem(atPath: Graph(folder).file.path + "-redo")
            let opened = try Graph(folder).open { $0.options.values["verify"] = .word("full") }
            #expect(try Graph.names(opened).count == saves)
            try opened.close()
        }
    }
}
