import Foundation

/// What is tried over and over with random numbers, and what has to hold each time.
protocol Experiment: Sendable {
    /// The name on the command line and in results.
    static var name: String { get }
    /// What is tried, each with every seed.
    static var cases: [ExperimentCase] { get }
    /// How many trials of a case are made with one seed, unless the command line says otherwise.
    static var trialsPerSeed: Int { get }
    /// How many seconds may pass without a word from a worker before it counts as hanging.
    static var patience: Int { get }

    /// Makes the trials of a case with a seed, in a process of their own: a violation of one does not keep it from the others.
    static func run(_ unit: TrialUnit, _ report: TrialReport) throws
}

extension Experiment {
    static var patience: Int { 60 }

    /// Makes all of a unit as one trial.
    ///
    /// - Parameters:
    ///   - report: Told how many were made, or the violation.
    ///   - body: Makes them and returns how many; what it throws is a violation.
    /// - Throws: When the report cannot be written.
    static func runOnce(_ report: TrialReport, _ body: () throws -> Int) throws {
        try report.send(.trial(0))
        do { try report.send(.done(body())) } catch { try report.send(.violation("\(error)")) }
    }
}

/// One way in which an experiment is made.
struct ExperimentCase: Hashable, Sendable {
    /// The configuration, as on the command line.
    let name: String
    /// The backends that take part.
    let backends: String
    /// Whether it is a negative control: something is broken on purpose, and violations have to be found.
    var isControl = false
}

/// The trials that one worker makes.
struct TrialUnit: Sendable {
    let experimentCase: ExperimentCase
    let seed: UInt64
    /// How many trials are wanted.
    let limit: Int
    /// The first trial that was not made before: behind one that killed a worker.
    let first: Int
    /// Behind the last trial that is wanted.
    let end: Int
    /// A folder for this unit alone; what a worker keeps there is found by the next one.
    let folder: URL

    /// Whether a trial is to be made.
    func wants(_ trial: Int) -> Bool { trial >= first && trial < end }
}
