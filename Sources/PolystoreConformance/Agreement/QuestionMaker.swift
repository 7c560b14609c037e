import PolystoreRandom
import PolystoreStorage

/// Makes random questions about a graph, of the whole language of predicates and expressions.
///
/// Operands are of kinds that go together, so that nearly every question has an answer.
struct QuestionMaker {
    let shape: GraphShape
    /// The numbers of the objects that questions may name, by entity.
    let objects: [String: [Int]]
    var random: RandomSource
    var variables = 0
    /// Which changes the context has that asks.
    var moment = GraphQuestion.Moment.saved
    /// Whether the time may be asked for: not where it would be the answer, which is another one each time.
    var mayAskTime = true

    init(_ shape: GraphShape, _ sample: GraphSample, seed: UInt64) {
        self.shape = shape
        objects = Dictionary(grouping: sample.rows, by: \.entity).mapValues { $0.map(\.number) }
        random = RandomSource(seed: seed)
    }

    /// The next question.
    mutating func make() -> GraphQuestion {
        let entity = pick(
            random.pick(["Item", "Item", "Item", "Item", "Item", "Special", "Rare", "Box", "Box", "Shelf", "Tag"]))
        let scope = GraphScope(entity: entity)
        moment = random.pick([.saved, .saved, .saved, .pending, .pending, .disregarded])
        var request = FetchRequestDescription(entityName: entity.name)
        request.predicate = random.chance(20) ? nil : predicate(scope, 1 + random.below(3))
        request.includesSubentities = !random.chance(12)
        if random.chance(10) { request.batchSize = 1 + random.below(20) }
        if random.below(10) < 2 { return dictionaries(request, scope) }
        if random.below(10) < 4 { order(&request, scope) }
        return GraphQuestion(moment: moment, request: request)
    }

    func pick(_ name: String) -> GraphEntity { shape.entities.first { $0.name == name } ?? .shelf }

    /// A new variable's name.
    mutating func variable() -> String {
        variables += 1
        return "v\(variables)"
    }

    private mutating func order(_ request: inout FetchRequestDescription, _ scope: GraphScope) {
        request.sortKeys = (0..<random.below(4)).map { _ in sortKey(scope) }
        if random.chance(2) { request.limit = random.pick([0, 1, 2, 3, 5, 10, 40]) }
        if random.chance(3) { request.offset = random.pick([0, 1, 2, 7, 30, 100]) }
        // Keys of unsaved objects, and of objects in several stores, are not those of one single store.
        if moment == .pending || !shape.keepsOneOrder {
            request.sortKeys.append(SortKey(["number"], ascending: random.chance(2)))
        }
    }

    private mutating func sortKey(_ scope: GraphScope) -> SortKey {
        if random.chance(6) {
            return SortKey(expression(random.pick([.number, .text]), scope, 1), ascending: random.chance(2))
        }
        let sortable = GraphKind.allCases.filter { $0 != .binary }
        let (names, attribute) =
            attribute(of: random.pick(sortable), scope) ?? (["number"], .init("number", .integer64))
        let options: FetchComparison.Options = attribute.type == .string ? textOptions() : []
        return SortKey(names, ascending: random.chance(2), options: options.subtracting(.localized))
    }

    mutating func textOptions() -> FetchComparison.Options {
        if random.chance(40) { return random.pick([.localized, [.localized, .caseInsensitive]]) }
        return random.pick(
            [
                [], [], [], .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
                .normalized,
            ])
    }

    /// A predicate of parts, at most so deep.
    mutating func predicate(_ scope: GraphScope, _ depth: Int) -> FetchPredicate {
        guard depth > 0 else { return comparison(scope, 0) }
        switch random.below(20) {
        case 0..<5: return .and((0..<(2 + random.below(2))).map { _ in predicate(scope, depth - 1) })
        case 5..<9: return .or((0..<(2 + random.below(2))).map { _ in predicate(scope, depth - 1) })
        case 9..<12: return .not(predicate(scope, depth - 1))
        case 12: return random.chance(4) ? .constant(random.chance(2)) : comparison(scope, depth)
        default: return comparison(scope, depth)
        }
    }

    /// Columns of each object, or of groups.
    private mutating func dictionaries(
        _ request: FetchRequestDescription, _ scope: GraphScope
    ) -> GraphQuestion {
        mayAskTime = false
        defer { mayAskTime = true }
        var request = request
        var columns: [FetchExpression] = []
        var grouping: [FetchExpression] = []
        var having: FetchPredicate?
        if random.chance(2) {
            for _ in 0...random.below(3) {
                columns.append(expression(random.pick(GraphKind.allCases), scope, random.below(3)))
            }
            // Only an order without ties says which of equal results is the first.
            if random.chance(2) { request.sortKeys.append(sortKey(scope)) }
            request.sortKeys.append(SortKey(["number"], ascending: random.chance(2)))
        } else {
            for _ in 0..<random.below(3) { grouping.append(groupKey(scope)) }
            columns = grouping.filter { _ in !random.chance(4) }
            for _ in 0...random.below(3) { columns.append(aggregate(scope)) }
            if random.chance(3) {
                having = .comparison(
                    FetchComparison(aggregate(scope), random.pick(FetchComparison.Operator.ofValues), small()))
            }
        }
        if random.chance(3) { request.limit = random.pick([0, 1, 2, 5]) }
        if random.chance(4) { request.offset = random.pick([1, 2, 5]) }
        let named = columns.enumerated().map { NamedExpression("c\($0.offset)", $0.element) }
        return GraphQuestion(
            moment: moment, request: request,
            dictionaries: DictionaryRequestDescription(
                request, columns: named, grouping: grouping, having: having, isDistinct: random.chance(3)))
    }

    private mutating func groupKey(_ scope: GraphScope) -> FetchExpression {
        let kinds: [GraphKind] = [.number, .number, .text, .text, .boolean, .date, .uuid]
        guard let (names, attribute) = attribute(of: random.pick(kinds), scope) else { return .keyPath(["number"]) }
        let path = FetchExpression.keyPath(names)
        guard attribute.kind == .number, attribute.name != "count", random.chance(3) else { return path }
        return .function("multiply:by:", [path, .constant(.integer(2))])
    }

    /// An aggregate over a group, of numbers.
    private mutating func aggregate(_ scope: GraphScope) -> FetchExpression {
        if random.chance(5) { return .function("count", [.evaluatedObject]) }
        let path = number(scope)
        let function = random.pick(["sum", "count", "average", "min", "max", "median", "stddev"])
        let aggregate = FetchExpression.function(function, [path])
        return random.chance(4) ? .function("add:to:", [aggregate, .constant(.integer(1))]) : aggregate
    }
}
