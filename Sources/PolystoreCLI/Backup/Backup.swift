import ArgumentParser
import Foundation
import Polystore
import PolystoreTerminal

/// `polystore backup`: all stores of a file, as one set.
struct Backup: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copy all stores of a file into a folder, as of one moment.",
        discussion: """
            Programs may use the stores meanwhile, however fast they write them: what they commit after the moment is \
            not in the copies. When the copy fails or is interrupted, the folder is not there. Stores that a crash left \
            without a save over several stores are refused until they are recovered.
            """)

    @OptionGroup var file: StoreFileArgument

    @Option(name: .customLong("to"), help: "The folder of the backup; it is made, and must not be there.")
    var folder: String

    func run() throws {
        let written = try file.read()
        let absent = UncreatedStore.names(in: written, StoreFileArgument.storeTypes)
        let container = try open(written, absent)
        Interruption.listen()
        let manifest = try CommandError.aboutStores(folder) {
            try LocatedError.about(file.path) {
                try container.backup(to: URL(filePath: folder, directoryHint: .isDirectory)) { _ in
                    if Interruption.isRequested { throw InterruptedError() }
                }
            }
        }
        try container.close()
        let text = TextOutput(.output)
        for store in PlacedStore.all(in: written) {
            let copied = manifest.stores.first { $0.name == store.name }
            try text.writeLine("\(store.name): \(copied.map { "commit \($0.commit)" } ?? "not there yet")")
        }
        try text.flush()
    }

    /// Opens the stores with the model of the file; or with the one that they keep, where they were made for an earlier one.
    private func open(_ written: StoreFile, _ absent: Set<String>) throws -> PersistentContainer {
        do {
            return try file.open(written, absent: absent, missingStores: .accept)
        } catch let error as ConfigurationError where written.model != nil {
            guard ((error.cause as? CoordinatorError)?.cause as? StoreError)?.code == .incompatibleModel else {
                throw error
            }
            return try file.open(written.withoutModel, absent: absent, missingStores: .accept)
        }
    }
}
