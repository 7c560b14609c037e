import Foundation
import PolystoreCore
import PolystoreStorage

/// Stores with a graph in them, and two contexts that ask: one without changes, one with unsaved ones.
final class AgreementFixture {
    let container: PersistentContainer
    private let clean: ManagedObjectContext
    private let changed: ManagedObjectContext
    private var ids: [Int: ObjectID] = [:]
    private var numbers: [ObjectID: Int] = [:]
    /// The objects of a sample's rows as values of variables.
    private let variables: [String: FetchExpression]

    /// Fills stores.
    ///
    /// - Parameters:
    ///   - container: New stores.
    ///   - sample: What they are filled with.
    ///   - savesChanges: Whether the changes are saved, too.
    /// - Throws: The stores' errors.
    init(_ container: PersistentContainer, _ sample: GraphSample, savesChanges: Bool = false) throws {
        self.container = container
        clean = container.newConfinedContext()
        changed = container.newConfinedContext()
        let context = savesChanges ? changed : container.newConfinedContext()
        var ids: [Int: ObjectID] = [:]
        for row in sample.rows { ids[row.number] = try Self.insert(row, ids, context).objectID }
        try context.save()
        variables = Dictionary(
            uniqueKeysWithValues: ids.map { (GraphQuestion.variable($0.key), .constant(.object($0.value))) })
        for change in sample.changes { try Self.make(change, &ids, changed) }
        if savesChanges { try changed.save() }
        self.ids = ids
        numbers = Dictionary(uniqueKeysWithValues: ids.map { ($0.value, $0.key) })
    }

    deinit {
        // A question that failed may have left a store in any state.
        try? container.close()
    }

    private static func insert(
        _ row: GraphSample.Row, _ ids: [Int: ObjectID], _ context: ManagedObjectContext
    ) throws -> ManagedObject {
        let object = try context.add(row.entity, row.values)
        for (name, target) in row.references.sorted(by: { $0.key < $1.key }) {
            try refer(object, name, ids[target], context)
        }
        for tag in row.tags {
            if let tag = ids[tag] {
                try object.relatedObjects(forKey: "tags").insert(try context.existingObject(with: tag))
            }
        }
        return object
    }

    private static func refer(
        _ object: ManagedObject, _ name: String, _ target: ObjectID?, _ context: ManagedObjectContext
    ) throws {
        try object.setRelatedObject(try target.map { try context.existingObject(with: $0) }, forKey: name)
    }

    private static func make(
        _ change: GraphSample.Change, _ ids: inout [Int: ObjectID], _ context: ManagedObjectContext
    ) throws {
        func object(_ number: Int) throws -> ManagedObject? {
            guard let id = ids[number] else { return nil }
            let object = try context.existingObject(with: id)
            return object.isDeleted ? nil : object
        }
        switch change {
        case .insert(let row): ids[row.number] = try insert(row, ids, context).objectID
        case .set(let number, let name, let value): try object(number)?.setValue(value, forKey: name)
        case .refer(let number, let name, let target):
            if let source = try object(number) { try refer(source, name, target.flatMap { ids[$0] }, context) }
        case .tag(let number, let tag):
            guard let item = try object(number), let tag = try object(tag) else { return }
            try item.relatedObjects(forKey: "tags").insert(tag)
        case .untag(let number, let tag):
            guard let item = try object(number), let tag = try object(tag) else { return }
            try item.relatedObjects(forKey: "tags").remove(tag)
        case .delete(let number): if let object = try object(number) { context.delete(object) }
        }
    }

    /// The answer to a question.
    func answer(_ question: GraphQuestion) -> GraphAnswer {
        GraphAnswer {
            let context = question.moment == .saved ? clean : changed
            if let dictionaries = question.dictionaries { return .rows(try rows(dictionaries, question, context)) }
            let request = bound(question.request, question)
            askAlike(request) { _ = try context.fetch($0) }
            let found = try context.fetch(FetchRequest<ManagedObject>(request))
            let numbers = found.map { self.numbers[$0.objectID] ?? -1 }
            let isOrdered =
                !question.request.sortKeys.isEmpty || question.request.limit != nil || question.request.offset > 0
            return .objects(isOrdered ? numbers : numbers.sorted())
        }
    }

    /// How many objects the answer would have.
    func count(_ question: GraphQuestion) -> GraphAnswer {
        GraphAnswer {
            let context = question.moment == .saved ? clean : changed
            let request = bound(question.request, question)
            askAlike(request) { _ = try context.count($0) }
            return .count(try context.count(FetchRequest<ManagedObject>(request)))
        }
    }

    /// Asks the same with other values beforehand, where there are any: what is kept of that must not show in the answer.
    private func askAlike(
        _ request: FetchRequestDescription, _ ask: (FetchRequest<ManagedObject>) throws -> Void
    ) {
        var other = request
        other.predicate = request.predicate?.withOtherValues
        // Only what is asked of the answer counts; what is wrong here is wrong there or is not.
        try? ask(FetchRequest<ManagedObject>(other))
    }

    private func bound(_ request: FetchRequestDescription, _ question: GraphQuestion) -> FetchRequestDescription {
        var request = request
        request.predicate = request.predicate?.substituting(variables)
        for index in request.sortKeys.indices {
            request.sortKeys[index].expression = request.sortKeys[index].expression.substituting(variables)
        }
        request.includesPendingChanges = question.moment != .disregarded
        return request
    }

    private func rows(
        _ request: DictionaryRequestDescription, _ question: GraphQuestion, _ context: ManagedObjectContext
    ) throws -> [String] {
        var request = request
        request.objects = bound(question.request, question)
        request.having = request.having?.substituting(variables)
        request.columns = request.columns.map { NamedExpression($0.name, $0.expression.substituting(variables)) }
        return try context.fetchDictionaries(request).map { row in
            row.sorted { $0.key < $1.key }.map { "\($0.key)=\(text($0.value))" }.joined(separator: " ")
        }
    }

    private func text(_ value: Value) -> String {
        if case .object(let object) = value { return "object \(numbers[object] ?? -1)" }
        return FetchExpression.constant(value).formatText
    }
}
