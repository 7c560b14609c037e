import PolystoreModel

extension ModelFactValue {
    /// The value in words: `Integer 16`, `cascade`, `name ascending, age descending where age > 3`.
    public var text: String {
        switch self {
        case .word(let word): word
        case .number(let number): String(number)
        case .type(let type): type.displayName
        case .value(let value, let type):
            ValueLiteral.text(of: value, type: type).map { type == .string ? "'\($0)'" : $0 }
                ?? "no value of type \(type.displayName)"
        case .names(let names): names.joined(separator: ", ")
        case .entries(let entries): entries.sorted(byName: \.key).map { "\($0) = \($1)" }.joined(separator: ", ")
        case .expression(let expression): expression.formatText
        case .index(let elements, let predicate):
            elements.map { "\($0.property) \($0.isAscending ? "ascending" : "descending")" }.joined(separator: ", ")
                + (predicate.map { " where \($0.formatText)" } ?? "")
        case .request(let request): request.summary
        }
    }
}

extension FetchRequestDescription {
    /// The request in a few words: `Person where age > 30, sorted by name, at most 10`.
    fileprivate var summary: String {
        var text = entityName
        if let predicate { text += " where \(predicate.formatText)" }
        if !sortKeys.isEmpty { text += ", sorted by \(sortKeys.map(\.formatText).joined(separator: ", "))" }
        if let limit { text += ", at most \(limit)" }
        if offset > 0 { text += ", from number \(offset) on" }
        if let batchSize { text += ", \(batchSize) at a time" }
        if !includesSubentities { text += ", without subentities" }
        if !includesPendingChanges { text += ", without pending changes" }
        if !prefetchedKeyPaths.isEmpty {
            text += ", with \(prefetchedKeyPaths.map { $0.joined(separator: ".") }.joined(separator: ", "))"
        }
        if let affectedStores { text += ", in the stores \(affectedStores.joined(separator: ", "))" }
        return text
    }
}
