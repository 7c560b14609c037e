import ArgumentParser
import Polystore
import PolystoreTerminal

/// `polystore check`: whether everything is as it was written.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check everything that the stores hold.",
        discussion: """
            Every row is read and held to its checksum, every index to its rows, every reference to its target, also \
            from store to store. A row that another program edited is reported and accepted; everything else that is \
            reported ends the command with status 1. A file that is damaged where it cannot be read on ends it with status 65.
            """)

    @OptionGroup var file: StoreFileArgument
    @OptionGroup var output: OutputOptions

    func run() throws {
        let written = try file.read()
        let absent = UncreatedStore.names(in: written, StoreFileArgument.storeTypes)
        let container = try file.open(written, absent: absent, missingStores: .accept)
        let text = TextOutput(.output)
        var findings: [[Value]] = []
        var isSound = true
        let summaries = try LocatedError.about(file.path) {
            try container.coordinator.check { store, finding in
                if finding.kind != .editedOutside { isSound = false }
                let details = finding.details.entries.map { "\($0.key.rawValue) \($0.value)" }.joined(separator: ", ")
                findings.append([.string(store.name), .string(finding.kind.rawValue), .string(details)])
            }
        }
        let columns = [ResultColumn("store"), ResultColumn("finding"), ResultColumn("details")]
        let terminal = output.format == .table ? Terminal(.output) : nil
        if !findings.isEmpty || output.format != .table {
            var writer = try ResultWriter(columns, as: output.format, to: text, on: terminal)
            for finding in findings { try writer.write(finding) }
            try writer.finish()
        }
        if output.format == .table {
            for store in container.coordinator.stores {
                guard !absent.contains(store.name) else {
                    try text.writeLine("\(store.name): not created yet")
                    continue
                }
                guard let summary = summaries[store.name] else { continue }
                let found = findings.count { $0[0] == .string(store.name) }
                try text.writeLine(
                    "\(store.name): \(summary.rows) rows, \(summary.links) links, "
                        + (found == 0 ? "nothing found" : "\(found) found"))
            }
        }
        try text.flush()
        try container.close()
        if !isSound { throw ExitCode(CommandStatus.findings.rawValue) }
    }
}
