import PolystoreModel
import PolystoreQuery

extension ResolvedRequest {
    /// The request whose count, or whose first object, tells an aggregate over all objects of this one.
    func asking(_ bound: ResolvedProjection.Bound) -> ResolvedRequest {
        var request = self
        func require(_ attribute: ModelAttribute) -> ResolvedPath {
            let path = ResolvedPath(terminal: .attribute(attribute))
            let isThere = ResolvedPredicate.comparison(
                ResolvedComparison(.path(path), .notEqual, .constant(.missing)))
            request.predicate = .conjunction((request.predicate?.conjuncts ?? []) + [isThere])
            return path
        }
        switch bound {
        case .count(let attribute): if let attribute { _ = require(attribute) }
        case .end(let attribute, let isSmallest):
            request.sortKeys = [ResolvedSortKey(require(attribute), ascending: isSmallest)]
            request.limit = 1
        }
        return request
    }
}

extension ResolvedProjection.Bound {
    /// The aggregate, and how it is told, for explanations.
    var explanation: String {
        switch self {
        case .count(nil): "count(SELF): stores count"
        case .count(let attribute?): "count(\(attribute.name)): stores count"
        case .end(let attribute, let isSmallest):
            "\(isSmallest ? "min" : "max")(\(attribute.name)): the \(isSmallest ? "first" : "last") in order"
        }
    }
}
