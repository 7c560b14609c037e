import ArgumentParser
import Polystore
import PolystoreTerminal

/// `polystore recover`: what the commit log holds, and what its stores lack of it.
struct Recover: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Bring stores that were not closed up to their commit log, and show what was done.",
        discussion: """
            A save over several durable stores is made as soon as the commit log has it on the disk; a crash may leave stores \
            that lack it. Every program that opens the stores for writing brings them up to the log first, and so does \
            this command. With --dry-run nothing is opened or changed: the command shows what recovery would do.
            """)

    @OptionGroup var file: StoreFileArgument
    @OptionGroup var output: OutputOptions

    @Flag(help: "Show what would be done, and do nothing.")
    var dryRun = false

    func run() throws {
        let written = try file.read()
        let absent = UncreatedStore.names(in: written, StoreFileArgument.storeTypes)
        let model = try file.model(for: written, absent: absent)
        let report = try written.commitLogReport(model: model, storeTypes: StoreFileArgument.storeTypes)
        // A log that another program commits through needs no recovery.
        let isDone = !dryRun && report.problem == nil && !(report.log?.isInUse ?? false)
        if isDone { try recover(written, model, absent) }
        let text = TextOutput(.output)
        let terminal = output.format == .table ? Terminal(.output) : nil
        var writer = try ResultWriter(Self.columns, as: output.format, to: text, on: terminal)
        for store in report.stores { try writer.write(row(store, report)) }
        try writer.finish()
        if output.format == .table { for line in lines(report, isDone) { try text.writeLine(line) } }
        try text.flush()
        if let problem = report.problem { throw LocatedError(file: file.path, error: problem) }
    }

    private static let columns = [
        ResultColumn("store"), ResultColumn("commit", isNumber: true), ResultColumn("lastJointSave", isNumber: true),
        ResultColumn("state"), ResultColumn("lackingSaves", isNumber: true),
    ]

    private func row(_ store: CommitLogReport.Store, _ report: CommitLogReport) -> [Value] {
        let isMember = store.log != nil
        let state =
            !isMember ? "no log" : store.isClosed ? "closed" : report.log?.isInUse ?? false ? "in use" : "not closed"
        return [
            .string(store.name), .integer(Int64(clamping: store.commit)),
            store.jointNumber.map { .integer(Int64(clamping: $0)) } ?? .missing, .string(state),
            .integer(Int64(store.lackingSaves)),
        ]
    }

    /// Opens the stores as a program does that writes them.
    private func recover(_ written: StoreFile, _ model: ManagedObjectModel?, _ absent: Set<String>) throws {
        let types = StoreFileArgument.storeTypes.map { UncreatedStore.type($0, absent: absent) }
        let coordinator = try written.makeCoordinator(model: model, storeTypes: types, missingStores: .accept)
        try LocatedError.about(file.path) { try coordinator.close() }
    }

    private func lines(_ report: CommitLogReport, _ isDone: Bool) -> [String] {
        guard let log = report.log else {
            return ["", "no commit log" + (report.path.map { " at \($0)" } ?? "")]
        }
        var lines = [
            "", "log: \(log.path), UUID \(log.identifier)",
            "\(Self.saves(log.saveCount)) in \(log.byteCount) bytes, the last number \(log.lastNumber); "
                + "members: \(log.members.joined(separator: ", "))",
        ]
        if log.isInUse { lines.append("a program commits through it now, which needs no recovery") }
        let there = Set(report.stores.map(\.name))
        for member in log.members where !there.contains(member) {
            lines.append("\(member): a member of the log; no store of that name is there")
        }
        for store in report.stores where store.lackingSaves > 0 {
            lines.append(
                "\(store.name): \(Self.saves(store.lackingSaves)) \(isDone ? "made up for" : "to be made up for")")
        }
        if report.problem == nil, !log.isInUse, report.stores.allSatisfy({ $0.lackingSaves == 0 }) {
            lines.append("nothing to recover")
        }
        return lines
    }

    private static func saves(_ count: Int) -> String { count == 1 ? "1 save" : "\(count) saves" }
}
