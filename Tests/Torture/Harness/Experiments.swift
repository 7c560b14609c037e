/// All experiments: a new one is one line here.
enum Experiments {
    static let all: [any Experiment.Type] = [
        RandomPrograms.self, RandomQuestions.self, CrashPoints.self, Kills.self, Failures.self, DamageTrials.self,
        Isolation.self, Processes.self, UndoWalks.self,
    ]

    /// What continuous integration runs of each, and how many trials a case makes.
    static let slice: [(experiment: any Experiment.Type, count: Int, limit: Int)] = [
        (CrashPoints.self, 5_000, 420), (Kills.self, 100, 20),
        (Failures.self, 500, 25), (DamageTrials.self, 2_000, 250), (Isolation.self, 20_000, 1_200),
        (Processes.self, 40, 8),
    ]

    static func named(_ name: String) throws -> any Experiment.Type {
        guard let experiment = all.first(where: { $0.name == name }) else {
            throw Invocation.Misuse(
                description: "no experiment '\(name)'; there are \(all.map { $0.name }.joined(separator: ", "))")
        }
        return experiment
    }
}
