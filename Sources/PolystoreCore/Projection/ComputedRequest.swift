import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// A request for dictionary results with resolved names, taken apart into what is fetched and what is done afterwards.
struct ComputedRequest {
    let description: DictionaryRequestDescription
    let projection: ResolvedProjection
    /// What is fetched.
    let objects: ResolvedRequest
    /// What is left out of the results afterwards; nothing where the fetch does it.
    private let (limit, offset): (Int?, Int)
    /// Whether stores may group: which of equal results are the first ones is told by rows, in their order.
    private let mayGroup: Bool
    /// Whether results can only be cut off afterwards, because what is fetched is grouped, or left out in part.
    let cutsAfterwards: Bool

    init(_ description: DictionaryRequestDescription, _ resolver: RequestResolver) throws {
        self.description = description
        projection = try resolver.projection(description)
        var request = description.objects
        // The order of groups is the projection's.
        if projection.isGrouped { request.sortKeys = [] }
        var resolved = try resolver.resolve(request)
        (limit, offset) = (resolved.limit, resolved.offset)
        cutsAfterwards = projection.isGrouped || description.isDistinct
        mayGroup = projection.isGrouped || (resolved.limit == nil && resolved.offset == 0)
        if cutsAfterwards { (resolved.limit, resolved.offset) = (nil, 0) }
        objects = resolved
    }

    /// What is wanted of the objects: groups, which a collector takes, unless rows are needed.
    func goal(_ collector: ProjectionCollector) -> SourceRequest.Goal {
        guard mayGroup, let keys = projection.distinctKeys else { return .rows }
        return .groups(StoreGrouping(keys: keys, aggregates: projection.aggregates), collector.add)
    }

    /// How many results are enough; nil when all are wanted.
    var end: Int? { description.isDistinct && !projection.isGrouped ? limit.map { $0 + offset } : nil }

    /// The results that are wanted of those that were computed.
    func wanted(of results: [[Value]]) -> ArraySlice<[Value]> {
        cutsAfterwards ? results.dropFirst(offset).prefix(limit ?? .max) : results[...]
    }

    /// Whether results are cut off afterwards.
    var isCut: Bool { cutsAfterwards && (limit != nil || offset > 0) }
}
