import ArgumentParser
import Foundation
import Polystore
import PolystoreTerminal

/// `polystore info`: which stores there are, and what lives in them.
struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the stores and what lives in each.",
        discussion: """
            One row for each entity and store that holds it, with the number of its objects. Stores that were not made \
            yet are listed without numbers, and are not made.

            With --generations, what each engine tells of the readers of a store, in all processes: LMDB prints its \
            table of readers; of SQLite's log it is shown how much a reader keeps. The contexts that hold a generation \
            are known to their own process: see 'queryGenerations' of the coordinator.
            """)

    @OptionGroup var file: StoreFileArgument
    @OptionGroup var output: OutputOptions

    @Flag(help: "Read everything and show its SHA-256, which is the same wherever the objects live.")
    var digest = false

    @Flag(help: "Show what the engines tell of the readers that keep space in the stores.")
    var generations = false

    func run() throws {
        if generations { return try showReaders() }
        let written = try file.read()
        let absent = UncreatedStore.names(in: written, StoreFileArgument.storeTypes)
        let container = try file.open(written, absent: absent, missingStores: digest ? .refuse : .accept)
        let text = TextOutput(.output)
        let columns = [
            ResultColumn("store"), ResultColumn("type"), ResultColumn("access"), ResultColumn("entity"),
            ResultColumn("objects", isNumber: true), ResultColumn("commit", isNumber: true), ResultColumn("identifier"),
        ]
        if digest {
            try show(try digest(of: container), on: text)
            try container.close()
            return
        }
        let terminal = output.format == .table ? Terminal(.output) : nil
        var writer = try ResultWriter(columns, as: output.format, to: text, on: terminal)
        let context = container.newConfinedContext()
        try LocatedError.about(file.path) {
            for store in container.coordinator.stores {
                let access = written.stores.first { $0.name == store.name }?.access ?? store.access
                let commit = try store.metadata.watermark
                let isAbsent = absent.contains(store.name)
                for entity in store.entities {
                    let request = FetchRequest<ManagedObject>(entity: entity.name)
                        .includingSubentities(false).affecting(stores: [store.name])
                    try writer.write([
                        .string(store.name), .string(store.typeName), .string(access.rawValue), .string(entity.name),
                        isAbsent ? .missing : .integer(Int64(try context.count(request))),
                        isAbsent ? .missing : .integer(Int64(clamping: commit)),
                        isAbsent ? .missing : .uuid(store.identifier),
                    ])
                }
            }
        }
        try writer.finish()
        if output.format == .table { for line in try remarks(written, container, absent) { try text.writeLine(line) } }
        try text.flush()
        try container.close()
    }

    private func remarks(
        _ written: StoreFile, _ container: PersistentContainer, _ absent: Set<String>
    ) throws -> [String] {
        var lines = ["", "model: \(container.model.name), \(container.model.entities.count) entities"]
        for store in written.stores where absent.contains(store.name) { lines.append("\(store.name): not created yet") }
        for (name, missing) in try container.coordinator.missingStores.sorted(by: { $0.key < $1.key }) {
            let list = missing.map(\.uuidString).joined(separator: ", ")
            lines.append("\(name): refers to a store that is not in this file, UUID \(list)")
        }
        return lines
    }
}
