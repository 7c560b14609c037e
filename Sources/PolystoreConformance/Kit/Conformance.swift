import PolystoreStorage

/// The conformance kit: one list of cases for every backend.
///
/// It needs no test framework: a case is a sentence and a function that throws. `PolystoreConformance` is run by a
/// parameterised test, as `ConformanceFactory` shows.
public enum Conformance {
    /// The cases for a factory, in the order of the suites.
    public static func cases(for factory: ConformanceFactory) -> [ConformanceCase] {
        var list = CaseList()
        if factory.types.count > 1 {
            SeveralStoreCases.add(to: &list, factory)
        } else {
            AttributeCases.add(to: &list)
            ModelCases.add(to: &list)
            SaveCases.add(to: &list)
            ComparisonCases.add(to: &list)
            TextCases.add(to: &list)
            NumberCases.add(to: &list)
            QuantifierCases.add(to: &list)
            LanguageCases.add(to: &list)
            ExtensionCases.add(to: &list)
            PendingCases.add(to: &list)
            PathCases.add(to: &list, .fetch, .together)
            StreamCases.add(to: &list)
            FetchedPropertyCases.add(to: &list)
            DictionaryCases.add(to: &list)
            FetchCases.add(to: &list)
            PrefetchCases.add(to: &list, .fetch, .together)
            OrderingCases.add(to: &list)
            ExpressionOrderCases.add(to: &list)
            RelationshipCases.add(to: &list, .relationships, .together)
            OrderCases.add(to: &list, .relationships, .together)
            DeleteRuleCases.add(to: &list, .deleteRules, .together)
            DeleteRuleCases.addLevels(to: &list)
            ConflictCases.add(to: &list)
            UniquenessCases.add(to: &list)
            PartnerCases.add(to: &list)
            LinkCases.add(to: &list)
            MergePolicyCases.add(to: &list, .mergePolicies)
            IsolationCases.add(to: &list)
            GenerationCases.add(to: &list, .isolation)
            LiveResultCases.add(to: &list, .liveResults)
            ErrorCases.add(to: &list)
            QueryErrorCases.add(to: &list)
            DamageCases.add(to: &list)
            ExhaustionCases.add(to: &list)
            MetadataCases.add(to: &list)
            CopyCases.add(to: &list)
            DurabilityCases.add(to: &list)
            RedoCases.add(to: &list, .durability, .together)
            LimitCases.add(to: &list)
            UndoCases.add(to: &list, .undo, .together)
            BatchCases.add(to: &list, .batches)
        }
        let cases = list.entries.map { entry in
            ConformanceCase(
                suite: entry.suite, promise: entry.promise, needs: entry.needs, covers: entry.covers, factory: factory,
                body: entry.body)
        }
        factory.record.expect(cases)
        return cases
    }

    /// Runs every case of a factory, one after another.
    ///
    /// - Returns: The number of failures; the table tells which.
    @discardableResult
    public static func run(_ factory: ConformanceFactory) async -> Int {
        var failures = 0
        for test in cases(for: factory) {
            do {
                try await test.run()
            } catch {
                // The record holds the failure, with its reason, for the table.
                failures += 1
            }
        }
        return failures
    }
}
