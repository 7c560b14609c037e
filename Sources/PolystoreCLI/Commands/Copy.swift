import ArgumentParser
import Foundation
import Polystore
import PolystoreTerminal

/// `polystore copy`: a whole graph into the stores of another store file.
struct Copy: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copy a whole graph into the stores of another store file.",
        discussion: """
            Every object and link is copied, as of one moment, into stores that are made for it; then both graphs are \
            read again and their digests compared, and the stores put into their places. Objects keep their keys. When \
            the copy fails or is interrupted, the new stores are removed.
            """)

    @OptionGroup var file: StoreFileArgument

    @Option(name: .customLong("to"), help: ArgumentHelp("The store file of the new stores.", valueName: "store-file"))
    var target: String

    func run() throws {
        let source = try file.open()
        let written = try StoreFileArgument.read(target)
        Interruption.listen()
        let summary = try CommandError.aboutStores(target) {
            try LocatedError.about(target) {
                try written.makeStores(model: source.model, from: URL(filePath: file.path)) { copy in
                    try requirePlaces(in: copy, for: source)
                    return try fill(copy, from: source)
                }
            }
        }
        // What fails from here on is not the copy.
        try source.close()
        try report(summary)
    }

    private func fill(
        _ copy: PersistentContainer, from source: PersistentContainer
    ) throws -> GraphCopySummary {
        var bar: ProgressBar?
        defer { bar?.finish() }
        return try source.coordinator.copyGraph(to: copy.coordinator) { done, total in
            if Interruption.isRequested { throw InterruptedError() }
            if bar == nil { bar = ProgressBar("copying", total: total) }
            bar?.update(done)
        }
    }

    /// Refuses to copy objects into stores whose contents go with this process.
    private func requirePlaces(in copy: PersistentContainer, for source: PersistentContainer) throws {
        let context = source.newConfinedContext()
        for store in copy.coordinator.stores where store.isVolatile {
            for entity in store.entities {
                let request = FetchRequest<ManagedObject>(entity: entity.name).includingSubentities(false)
                guard try context.count(request) > 0 else { continue }
                throw CommandError.volatileTarget(store: store.name, entity: entity.name)
            }
        }
    }

    private func report(_ summary: GraphCopySummary) throws {
        let text = TextOutput(.output)
        try text.writeLine("\(summary.objectCount) objects and \(summary.linkCount) links copied")
        if summary.newKeyCount > 0 {
            try text.writeLine("\(summary.newKeyCount) objects got a new key, because another object had theirs")
        }
        try text.writeLine("digest: \(summary.digest)")
        try text.flush()
    }
}
