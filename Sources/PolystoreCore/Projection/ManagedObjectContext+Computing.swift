import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension ManagedObjectContext {
    /// The results of a computed request: rows of values in the order of its columns.
    func computed(_ request: DictionaryRequestDescription) throws -> ArraySlice<[Value]> {
        try source.reading { try results(of: request) }
    }

    private func results(of request: DictionaryRequestDescription) throws -> ArraySlice<[Value]> {
        let computed = try ComputedRequest(request, try resolver(answering: request.fetches))
        let source = rowSource(for: computed.objects)
        let collector = ProjectionCollector(computed.projection, source)
        if let bounds = computed.projection.bounds {
            let values = try self.source.reading { try bounds.map { try value(of: $0, computed.objects) } }
            return computed.wanted(of: try collector.finish(aggregates: values))
        }
        let rows = ComputedRows(computed, collector, source)
        try execute(computed.objects, goal: computed.goal(collector), rows.receive)
        try rows.finish()
        return computed.wanted(of: try collector.finish())
    }

    /// An aggregate over all objects of a request: each store counts, or hands out one row.
    func value(of bound: ResolvedProjection.Bound, _ request: ResolvedRequest) throws -> Value {
        let request = request.asking(bound)
        switch bound {
        case .count:
            return .integer(Int64(try execute(request, goal: .count).count))
        case .end(let attribute, _):
            var value = Value.missing
            try execute(request) { rows in
                rows.allSatisfy { row in
                    value = row.view.value(for: attribute.key)
                    return false
                }
            }
            return value
        }
    }
}
