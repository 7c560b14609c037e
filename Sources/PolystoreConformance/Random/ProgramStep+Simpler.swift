import PolystoreStorage

extension ProgramStep {
    /// Steps that do a little less.
    var simpler: [ProgramStep] {
        switch self {
        case .insert(let entity, let number, let values):
            values.keys.filter { $0 != "number" }.sorted().map { name in
                .insert(entity: entity, number: number, values.filter { $0.key != name })
            }
        case .fetch(let request): Self.simpler(request).map(ProgramStep.fetch)
        case .count(let request): Self.simpler(request).map(ProgramStep.count)
        default: []
        }
    }

    private static func simpler(_ request: FetchRequestDescription) -> [FetchRequestDescription] {
        var result: [FetchRequestDescription] = []
        func add(_ isChanged: Bool, _ change: (inout FetchRequestDescription) -> Void) {
            guard isChanged else { return }
            var simpler = request
            change(&simpler)
            result.append(simpler)
        }
        add(request.predicate != nil) { $0.predicate = nil }
        add(request.offset > 0) { $0.offset = 0 }
        add(request.limit != nil) { $0.limit = nil }
        for index in request.sortKeys.indices { add(true) { $0.sortKeys.remove(at: index) } }
        for part in request.predicate.map(parts) ?? [] { add(true) { $0.predicate = part } }
        return result
    }

    /// The parts of a predicate.
    private static func parts(_ predicate: FetchPredicate) -> [FetchPredicate] {
        switch predicate {
        case .and(let parts), .or(let parts): parts
        case .not(let part): [part]
        default: []
        }
    }
}
