import PolystoreStorage

extension AgreementRun {
    /// A difference with as little of the graph and of the question as it takes.
    func shrink(_ difference: GraphDifference, seed: UInt64, attempts: Int = 400) -> (GraphSample, GraphDifference) {
        let (shape, whole) = graph(seed: seed)
        var best = whole
        var found = difference
        var left = attempts
        let involved = factories.filter { $0.name == difference.stores }
        func differs(_ sample: GraphSample, _ question: GraphQuestion) -> GraphDifference? {
            left -= 1
            // A graph that cannot be saved shows nothing.
            guard let trial = try? GraphTrial(involved, shape, sample) else { return nil }
            let difference = trial.ask(question).difference
            return difference?.aspect == found.aspect ? difference : nil
        }
        var isSimpler = true
        while isSimpler, left > 0 {
            isSimpler = false
            for question in found.question.simpler where left > 0 {
                if let difference = differs(best, question) {
                    (found, isSimpler) = (difference, true)
                    break
                }
            }
            if isSimpler { continue }
            for sample in best.simpler(found.question) where left > 0 {
                if let difference = differs(sample, found.question) {
                    (best, found, isSimpler) = (sample, difference, true)
                    break
                }
            }
        }
        return (best, found)
    }
}
