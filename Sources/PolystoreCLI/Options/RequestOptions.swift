import ArgumentParser
import Polystore

/// What to fetch, in the words of the command line.
struct RequestOptions: ParsableArguments {
    @Argument(help: "The entity whose objects are fetched.")
    var entity: String

    @Argument(
        help: ArgumentHelp(
            "Which of them: a predicate such as \"age > 30 AND employer.name CONTAINS[c] 'x'\"; all without one."))
    var predicate: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The order: key paths separated by commas, a minus before descending ones, such as \"-age, name[c]\".",
            valueName: "keys"))
    var sort: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("At most so many objects.", valueName: "count"))
    var limit: Int?

    @Option(parsing: .unconditional, help: ArgumentHelp("Pass over so many objects first.", valueName: "count"))
    var offset = 0

    @Flag(help: "Leave out the objects of subentities.")
    var exactly = false

    func validate() throws {
        if let limit, limit < 0 {
            throw ValidationError("--limit needs a whole number from 0 on; found \(limit)")
        }
        if offset < 0 { throw ValidationError("--offset needs a whole number from 0 on; found \(offset)") }
    }

    /// The entity that is named.
    func entity(in model: ManagedObjectModel) throws -> ModelEntity {
        guard let found = model.entity(named: entity) else {
            let hint = Suggestion.hint(for: entity, in: model.entities.map(\.name))
            throw CommandError.unknownName(entity, what: "entity", hint: hint)
        }
        return found
    }

    /// The request.
    ///
    /// - Throws: `LocatedError` with the place in the predicate or the sort keys.
    func request() throws -> FetchRequest<ManagedObject> {
        var request = FetchRequest<ManagedObject>(entity: entity).includingSubentities(!exactly).offset(offset)
        if let predicate {
            request = request.where(try located("predicate", predicate) { try FetchPredicate(format: predicate) })
        }
        if let sort { request.description.sortKeys = try located("--sort", sort) { try SortKey.keys(format: sort) } }
        if let limit { request = request.limit(limit) }
        return request
    }

    /// Runs work on the request; errors of its names are shown at their places in the predicate, the sort keys or the
    /// texts of other options, all of them at once.
    func located<Result>(
        in model: ManagedObjectModel, _ others: [LocatedText] = [], _ work: () throws -> Result
    ) throws -> Result {
        do {
            return try work()
        } catch let error as QueryError {
            let texts = try texts() + others
            let resolver = RequestResolver(model: model)
            let entity = try entity(in: model)
            let unknown = texts.flatMap { text in
                resolver.unknownNames(in: text.keyPaths, of: text.text, for: entity)
                    .map { LocatedError(file: text.name, text: text.text, error: $0) }
            }
            guard unknown.isEmpty else { throw LocatedErrors(errors: unknown) }
            // The predicate is about objects, whatever groups need.
            for text in texts where error.code != .groupNeedsAggregate || text.name != "predicate" {
                let placed = error.placed(in: text.text)
                if placed.details[.offset] != nil {
                    throw LocatedError(file: text.name, text: text.text, error: placed)
                }
            }
            throw LocatedError(file: "predicate", text: predicate ?? "", error: error)
        }
    }

    private func texts() throws -> [LocatedText] {
        var texts: [LocatedText] = []
        if let predicate {
            let paths = try FetchPredicate(format: predicate).keyPaths
            texts.append(LocatedText(name: "predicate", text: predicate, keyPaths: paths))
        }
        if let sort {
            let paths = try SortKey.keys(format: sort).flatMap(\.expression.keyPaths)
            texts.append(LocatedText(name: "--sort", text: sort, keyPaths: paths))
        }
        return texts
    }

    private func located<Result>(_ name: String, _ text: String, _ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let error as QueryError {
            throw LocatedError(file: name, text: text, error: error)
        }
    }
}
