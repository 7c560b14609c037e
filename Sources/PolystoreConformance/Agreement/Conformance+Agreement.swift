import PolystoreStorage

extension Conformance {
    /// Asks random questions about random graphs of stores, which must give the answers of plain dictionaries.
    ///
    /// A graph has at most 64 objects, with missing values, ties, empty relationships, extremes and an inheritance
    /// hierarchy; with several stores its entities, or the objects of one, lie in different ones. Questions have the
    /// whole language of predicates and expressions, orders, pages, groups and aggregates, with and without unsaved
    /// changes. Each is also asked as a count, as its complement, as text that is read again, and without anything that
    /// a plan could use. The same seed makes the same graphs and questions.
    ///
    /// - Parameters:
    ///   - factories: The stores: factories with as many types each.
    ///   - cases: How many cases at least: questions times factories.
    ///   - seed: Where the random sequence begins; print it.
    ///   - questions: How many questions are asked of one graph.
    /// - Returns: The tally of questions.
    /// - Throws: `ConformanceFailure` with the seed, and the smallest graph and question that differ.
    @discardableResult
    public static func agree(
        _ factories: [ConformanceFactory], cases: Int, seed: UInt64, questions: Int = 200
    ) throws -> AgreementTally {
        var (tally, next) = (AgreementTally(), seed)
        while tally.cases < cases {
            tally += try agree(factories, seed: next, questions: questions)
            next &+= 1
        }
        return tally
    }

    /// Asks the random questions of one seed about one random graph.
    ///
    /// - Throws: `ConformanceFailure` with the seed, and the smallest graph and question that differ.
    @discardableResult
    public static func agree(
        _ factories: [ConformanceFactory], seed: UInt64, questions: Int = 200
    ) throws -> AgreementTally {
        let run = AgreementRun(factories: factories, questions: questions)
        let (tally, difference) = try run.run(seed: seed)
        guard let difference else { return tally }
        let (sample, smallest) = run.shrink(difference, seed: seed)
        throw ConformanceFailure(
            """
            \(smallest.stores) disagrees with plain dictionaries (\(smallest.aspect)); SEED=\(seed)
            \(sample)
              question: \(smallest.question)
              expected: \(smallest.expected)
              found:    \(smallest.found)
            """)
    }
}
