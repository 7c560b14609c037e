import ArgumentParser
import Polystore
import PolystoreModelFiles
import PolystoreTerminal

extension ModelCommand {
    /// `polystore model match`.
    struct Match: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Find the version of a model that a store was written with.",
            discussion: """
                The store is a file of SQLite that Core Data or Polystore wrote, or another store of Polystore; it is not \
                changed. A compiled model is matched by Core Data's own hashes, others by the model that the store keeps, \
                and where it keeps none by its entities, tables and columns. Ends with status 1 when no version matches.
                """)

        @Argument(help: ArgumentHelp("The model.", valueName: "model"))
        var model: String

        @Argument(help: ArgumentHelp("The store.", valueName: "store"))
        var store: String

        func run() throws {
            let source = ModelSource(model)
            let evidence = try StoreSource(store).evidence()
            let matches = try source.versions(matching: evidence)
            let text = TextOutput(.output)
            if let problem = evidence.metadataProblem {
                try text.writeLine("note: the store's metadata is not read: \(problem.message)")
            }
            for match in matches { try text.writeLine("'\(match.version)' matches: \(match.basis.words)") }
            if matches.count > 1 { try text.writeLine("note: these versions differ in nothing that the store shows") }
            if matches.isEmpty { try describeMismatch(source, evidence, text) }
            try text.flush()
            if matches.isEmpty { throw ExitCode(CommandStatus.findings.rawValue) }
        }

        /// Says how far away the nearest version is.
        private func describeMismatch(_ source: ModelSource, _ evidence: StoreEvidence, _ text: TextOutput) throws {
            try text.writeLine("no version of \(model) matches")
            guard let kept = evidence.model?.description else {
                if let problem = evidence.modelProblems.first {
                    try text.writeLine("note: the model that the store keeps is not read: \(problem.message)")
                }
                return
            }
            var nearest: (version: String, changes: [ModelChange])?
            for (version, reading) in try source.readings().readings {
                let changes = ModelDifference(from: kept, to: reading.description).changes.filter(\.concernsStores)
                if changes.count < nearest?.changes.count ?? .max { nearest = (version, changes) }
            }
            guard let nearest else { return }
            try text.writeLine("the nearest is '\(nearest.version)'; from the store's model to it:")
            for change in nearest.changes { try text.writeLine("  \(change.text)") }
        }
    }
}

extension StoreMatch.Basis {
    /// How a match is known.
    fileprivate var words: String {
        switch self {
        case .entityHashes: "Core Data's hash of every entity is the same"
        case .storedModel: "the model that the store keeps says the same of stored objects"
        case .tables: "the store has its entities, tables and columns"
        }
    }
}
