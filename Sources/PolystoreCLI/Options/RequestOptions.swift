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
        help: ArgumentHelp(
            "The order: key paths separated by commas, a minus before descending ones, such as \"-age, name[c]\".",
            valueName: "keys"))
    var sort: String?

    @Option(help: ArgumentHelp("At most so many objects.", valueName: "count"))
    var limit: Int?

    @Option(help: ArgumentHelp("Pass over so many objects first.", valueName: "count"))
    var offset = 0

    @Flag(help: "Leave out the objects of subentities.")
    var exactly = false

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit is not negative") }
        if offset < 0 { throw ValidationError("--offset is not negative") }
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

    /// Runs work whose errors are about the predicate.
    func located<Result>(_ work: () throws -> Result) throws -> Result {
        try located("predicate", predicate ?? "", work)
    }

    private func located<Result>(_ name: String, _ text: String, _ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let error as QueryError {
            throw LocatedError(file: name, text: text, error: error)
        }
    }
}
