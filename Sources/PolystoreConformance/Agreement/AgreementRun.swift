import PolystoreStorage

/// Random questions about random graphs, asked of stores of plain dictionaries and of tested stores.
struct AgreementRun {
    let factories: [ConformanceFactory]
    /// How many questions are asked of one graph.
    let questions: Int

    /// Asks the questions of a seed.
    ///
    /// - Returns: The tally, or the first difference.
    /// - Throws: The stores' errors while they are filled.
    func run(seed: UInt64) throws -> (AgreementTally, GraphDifference?) {
        let (shape, sample) = graph(seed: seed)
        var maker = QuestionMaker(shape, sample, seed: ~seed)
        let trial = try GraphTrial(factories, shape, sample)
        var tally = AgreementTally()
        tally.graphs = 1
        for _ in 0..<questions {
            let outcome = trial.ask(maker.make())
            if let difference = outcome.difference { return (tally, difference) }
            tally.questions += 1
            if outcome.isFailure { tally.failures += 1 } else { tally.cases += outcome.cases }
        }
        return (tally, nil)
    }

    /// The graph of a seed, and how it lies over several stores.
    func graph(seed: UInt64) -> (GraphShape, GraphSample) {
        let shape = GraphShape(factories, layout: seed.isMultiple(of: 2) ? .byEntity : .byRegion)
        var maker = GraphMaker(shape, seed: seed)
        return (shape, maker.make())
    }
}
