import PolystoreModel
import PolystoreQuery

/// What a live list asks for, checked against the model once, and what may change it.
struct LivePlan {
    /// The request, with an order.
    let description: FetchRequestDescription
    /// What divides the objects into sections.
    let section: SortKey?
    /// The hierarchies whose objects decide what the list shows; nil when all may.
    let roots: Set<RootNumber>?
    /// Whether it is told by an object's own row alone whether the object is in the list, and where.
    let followsRows: Bool

    /// - Throws: `QueryError` for a request or a section that does not fit the model; with code `sectionOutOfOrder` when the
    ///   objects of a section would not stand together.
    init(_ request: FetchRequestDescription, section: SortKey?, in context: ManagedObjectContext) throws {
        var description = request
        // Every list has an order: without one, objects would change places when they are saved.
        if description.sortKeys.isEmpty { description.sortKeys = [SortKey(.evaluatedObject)] }
        self.description = description
        self.section = section
        let fetches = description.fetches + (section?.expression.fetches ?? [])
        let (resolved, _) = try context.source.reading { try Self.resolve(description, section, in: context) }
        roots = fetches.isEmpty ? resolved.involvedRoots : nil
        followsRows =
            fetches.isEmpty && resolved.looksAtOwnRowsOnly && (description.predicate?.isOfPlainOperands ?? true)
            && resolved.limit == nil && resolved.offset == 0 && resolved.includesPendingChanges
            && resolved.affectedStores == nil
    }

    /// Looks the names up; call it within `source.reading`.
    func resolve(in context: ManagedObjectContext) throws -> (request: ResolvedRequest, section: ResolvedSortKey?) {
        try Self.resolve(description, section, in: context)
    }

    private static func resolve(
        _ description: FetchRequestDescription, _ section: SortKey?, in context: ManagedObjectContext
    ) throws -> (request: ResolvedRequest, section: ResolvedSortKey?) {
        let fetches = description.fetches + (section?.expression.fetches ?? [])
        let resolver = try context.resolver(answering: fetches)
        let request = try resolver.resolve(description)
        guard let section else { return (request, nil) }
        let key = try resolver.resolve(section, for: request.entity)
        guard let first = request.sortKeys.first, first.term == key.term, first.options.isEmpty else {
            throw Self.outOfOrder(request.entity, section)
        }
        return (request, key)
    }

    /// The error of objects that do not stand together although their section is the same.
    func outOfOrder(_ entity: ModelEntity) -> QueryError {
        Self.outOfOrder(entity, section ?? SortKey(.evaluatedObject))
    }

    private static func outOfOrder(_ entity: ModelEntity, _ section: SortKey) -> QueryError {
        QueryError(.sectionOutOfOrder, [.entity: entity.name, .property: section.expression.formatText])
    }

    /// Whether objects of a hierarchy may change the list.
    func concerns(_ root: RootNumber) -> Bool { roots?.contains(root) ?? true }
}

extension FetchPredicate {
    /// Whether nothing but properties and values are compared: then the predicate says the same of a row at any time.
    fileprivate var isOfPlainOperands: Bool {
        switch self {
        case .constant: true
        case .comparison(let comparison): comparison.left.isPlainOperand && comparison.right.isPlainOperand
        case .not(let part): part.isOfPlainOperands
        case .and(let parts), .or(let parts): parts.allSatisfy(\.isOfPlainOperands)
        }
    }
}

extension FetchExpression {
    fileprivate var isPlainOperand: Bool {
        switch self {
        case .constant, .keyPath, .evaluatedObject: true
        case .aggregate(let parts): parts.allSatisfy(\.isPlainOperand)
        default: false
        }
    }
}
