import ArgumentParser
import Foundation
import Polystore
import PolystoreTerminal

/// `polystore restore`: a backup back to where the store file says.
struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Bring all stores of a backup back to their places.",
        discussion: """
            The backup must hold exactly the stores of the file that lie somewhere, or fewer if others were not there \
            when it was made. Stores that are there are refused without --replace; a store that a program has open for \
            writing is refused always.
            """)

    @OptionGroup var file: StoreFileArgument

    @Option(name: .customLong("from"), help: "The folder of the backup.")
    var folder: String

    @Flag(help: "Remove the stores that are there.")
    var replace = false

    func run() throws {
        let stores = PlacedStore.all(in: try file.read(isRestoring: true)).map(\.description)
        Interruption.listen()
        let manifest = try CommandError.aboutStores(folder) {
            try LocatedError.about(file.path) {
                try PersistentContainer.restore(
                    from: URL(filePath: folder, directoryHint: .isDirectory), to: stores,
                    storeTypes: StoreFileArgument.storeTypes, replaces: replace
                ) { _ in
                    if Interruption.isRequested { throw InterruptedError() }
                }
            }
        }
        let text = TextOutput(.output)
        for entry in manifest.stores { try text.writeLine("\(entry.name): commit \(entry.commit)") }
        try text.flush()
    }
}
