import Foundation
import Polystore

/// An import in one save over several stores, by a process that kills itself in the middle of it.
struct KilledImport {
    /// Where the save is interrupted.
    enum Moment: String, CaseIterable {
        /// All stores have applied the save, and nothing has decided that it is made.
        case undecided
        /// The commit log has decided, and no store has committed.
        case decided

        fileprivate var step: JointStep {
            switch self {
            case .undecided: .prepared
            case .decided: .decided
            }
        }

        /// What is left of the save.
        var outcome: String {
            switch self {
            case .undecided: "killed before the commit log has decided: nothing is there"
            case .decided: "killed behind the decision, before a store has committed: everything is there"
            }
        }
    }

    /// The stores.
    static let layout = StoreLayout.engines

    let moment: Moment
    /// The folder of the stores.
    let data: URL

    /// Imports packages and does not return.
    func run(_ records: [PackageRecord]) throws -> Never {
        let session = try AtlasSession(storeFile: try Self.layout.storeFile, data: data)
        let step = moment.step
        session.container.coordinator.observeJointCommits { if $0 == step { kill(getpid(), SIGKILL) } }
        try AtlasImporter.load(records, into: session.context, title: moment.rawValue, batchSize: .max)
        throw AtlasError.notKilled(moment.rawValue)
    }

    /// Runs this program as the process that is killed.
    ///
    /// - Parameter source: The arguments that say where the packages come from.
    /// - Throws: `AtlasError.notKilled` when the process ends otherwise; what starting it throws.
    func runProcess(_ source: [String]) throws {
        guard let program = Bundle.main.executableURL else { throw AtlasError.missingResource("PackageAtlas") }
        let process = Process()
        process.executableURL = program
        process.arguments =
            source + ["--killed-import", moment.rawValue, "--data", data.path(percentEncoded: false)]
        try process.run()
        process.waitUntilExit()
        guard process.terminationReason == .uncaughtSignal, process.terminationStatus == SIGKILL else {
            throw AtlasError.notKilled(moment.rawValue)
        }
    }
}
