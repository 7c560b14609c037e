import Polystore
import PolystoreTerminal

extension Info {
    /// Shows what the engines tell of the readers of the stores, none of which is opened for use.
    func showReaders() throws {
        let columns = [
            ResultColumn("store"), ResultColumn("type"), ResultColumn("readers"),
            ResultColumn("heldLogBytes", isNumber: true),
        ]
        let text = TextOutput(.output)
        let terminal = output.format == .table ? Terminal(.output) : nil
        var writer = try ResultWriter(columns, as: output.format, to: text, on: terminal)
        try LocatedError.about(file.path) {
            for store in PlacedStore.all(in: try file.read()) where try store.exists() {
                guard let readers = try store.type.readers(of: store.description) else { continue }
                let held: Value = readers.heldLogBytes.map { .integer(Int64($0)) } ?? .missing
                // A store without a table has one row all the same.
                for line in readers.table.isEmpty ? [nil] : readers.table.map(Optional.some) {
                    let cell: Value = line.map { .string($0) } ?? .missing
                    try writer.write([.string(store.name), .string(store.type.name), cell, held])
                }
            }
        }
        try writer.finish()
        try text.flush()
    }
}
