import Foundation
import PolystoreCore
import PolystoreStorage

/// A graph in stores of plain dictionaries and in tested ones, and the comparison of their answers.
final class GraphTrial {
    private let folder: URL
    private let before: AgreementFixture
    private let after: AgreementFixture
    private let tested: [(name: String, fixture: AgreementFixture)]
    private var universes: [String: GraphAnswer] = [:]

    init(_ factories: [ConformanceFactory], _ shape: GraphShape, _ sample: GraphSample) throws {
        let folder = try TemporaryFolder.make()
        self.folder = folder
        let stores = GraphStores(shape: shape, folder: folder)
        do {
            before = try AgreementFixture(try stores.plain(), GraphSample(rows: sample.rows))
            after = try AgreementFixture(try stores.plain(), sample, savesChanges: true)
            tested = try factories.map { ($0.name, try AgreementFixture(try stores.tested($0), sample)) }
        } catch {
            // A folder that cannot be removed now is left to the operating system.
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
    }

    deinit {
        // A folder that cannot be removed now is left to the operating system.
        try? FileManager.default.removeItem(at: folder)
    }

    /// The outcome of a question, compared between all stores.
    struct Outcome {
        var difference: GraphDifference?
        /// How many stores gave the answer.
        var cases = 0
        /// Whether the plain stores refused or failed.
        var isFailure = false
    }

    /// Asks a question in several ways.
    func ask(_ question: GraphQuestion) -> Outcome {
        var outcome = Outcome()
        var asked = question
        // Saved or not, changes make the same answers.
        asked.moment = .saved
        let oracle = question.moment == .pending ? after : before
        let expected = oracle.answer(asked)
        outcome.isFailure = expected.isFailure
        outcome.difference = rephrased(question, asked, expected, oracle)
        for (name, fixture) in tested where outcome.difference == nil {
            func compare(_ aspect: String, _ expected: GraphAnswer, _ found: GraphAnswer) {
                guard outcome.difference == nil, !found.agrees(with: expected) else { return }
                outcome.difference = GraphDifference(
                    stores: name, aspect: aspect, question: question, expected: "\(expected)", found: "\(found)")
            }
            compare("answer", expected, fixture.answer(question))
            guard question.dictionaries == nil, case .objects(let numbers) = expected else {
                outcome.cases += 1
                continue
            }
            compare("count", .count(numbers.count), fixture.count(question))
            if let complement = complement(of: question, numbers, oracle) {
                compare("NOT", complement.1, fixture.answer(complement.0))
            }
            outcome.cases += 1
        }
        return outcome
    }

    /// The question for all other objects, and its answer; nil for questions of an order.
    private func complement(
        of question: GraphQuestion, _ numbers: [Int], _ oracle: AgreementFixture
    ) -> (GraphQuestion, GraphAnswer)? {
        guard let predicate = question.request.predicate, question.request.sortKeys.isEmpty,
            question.request.limit == nil, question.request.offset == 0
        else { return nil }
        var negated = question
        negated.request.predicate = .not(predicate)
        let key =
            "\(question.moment == .pending) \(question.request.entityName) \(question.request.includesSubentities)"
        let universe = universes[key] ?? everything(question, oracle)
        universes[key] = universe
        guard case .objects(let all) = universe else { return nil }
        let found = Set(numbers)
        return (negated, .objects(all.filter { !found.contains($0) }))
    }

    private func everything(_ question: GraphQuestion, _ oracle: AgreementFixture) -> GraphAnswer {
        var all = question
        all.moment = .saved
        all.request.predicate = nil
        return oracle.answer(all)
    }

    /// The question in other words, asked of the plain stores: as text, and without anything that plans could use.
    private func rephrased(
        _ question: GraphQuestion, _ asked: GraphQuestion, _ expected: GraphAnswer, _ oracle: AgreementFixture
    ) -> GraphDifference? {
        guard let predicate = asked.request.predicate else { return nil }
        func difference(_ aspect: String, _ expected: String, _ found: String) -> GraphDifference {
            GraphDifference(
                stores: "plain dictionaries", aspect: aspect, question: question, expected: expected, found: found)
        }
        let text = predicate.formatText
        do {
            let read = try FetchPredicate(format: text)
            if read != predicate || !read.formatText.utf8.elementsEqual(text.utf8) {
                return difference("text", text, read.formatText)
            }
        } catch {
            return difference("text", text, "\(error)")
        }
        var plain = asked
        plain.request.predicate = predicate.withoutPlan
        let found = oracle.answer(plain)
        return found.agrees(with: expected) ? nil : difference("without plan", "\(expected)", "\(found)")
    }
}
