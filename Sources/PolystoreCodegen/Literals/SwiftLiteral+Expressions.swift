import PolystoreModel

extension SwiftLiteral {
    /// An expression, as a member of `FetchExpression`.
    func expression(_ expression: FetchExpression) -> String {
        switch expression {
        case .constant(let value, _): ".constant(\(self.value(value)))"
        case .keyPath(let names, _): ".keyPath(\(list(names)))"
        case .evaluatedObject: ".evaluatedObject"
        case .variable(let name): ".variable(\(text(name)))"
        case .aggregate(let parts): ".aggregate(\(expressions(parts)))"
        case .function(let name, let parts): ".function(\(text(name)), \(expressions(parts)))"
        case .conditional(let test, let first, let second):
            ".conditional(\(predicate(test)), \(self.expression(first)), \(self.expression(second)))"
        case .subquery(let collection, let variable, let test):
            ".subquery(\(self.expression(collection)), variable: \(text(variable)), \(predicate(test)))"
        case .path(let start, let names): ".path(\(self.expression(start)), \(list(names)))"
        case .element(let collection, let element): ".element(\(self.expression(collection)), \(selector(element)))"
        case .combination(let left, let operation, let right):
            ".combination(\(self.expression(left)), .\(operation.rawValue), \(self.expression(right)))"
        case .assignment(let name, let value): ".assignment(\(text(name)), \(self.expression(value)))"
        case .fetch(let request, let countOnly):
            ".fetch({\n\(self.request(request).map { "            " + $0 + "\n" }.joined())        }(), countOnly: \(countOnly))"
        }
    }

    /// A predicate, as a member of `FetchPredicate`.
    func predicate(_ predicate: FetchPredicate) -> String {
        switch predicate {
        case .constant(let value): ".constant(\(value))"
        case .comparison(let comparison): ".comparison(\(self.comparison(comparison)))"
        case .and(let parts): ".and([\(parts.map(self.predicate).joined(separator: ", "))])"
        case .or(let parts): ".or([\(parts.map(self.predicate).joined(separator: ", "))])"
        case .not(let part): ".not(\(self.predicate(part)))"
        }
    }

    /// A sort key.
    func sortKey(_ key: SortKey) -> String {
        var text = "\(types.name("SortKey"))(\(key.keyPath.map(list) ?? expression(key.expression))"
        if !key.isAscending { text += ", ascending: false" }
        if !key.options.isEmpty { text += ", options: \(options(key.options))" }
        return text + ")"
    }

    /// The statements that make a request, as lines; the request is the variable `request`.
    func request(_ request: FetchRequestDescription) -> [String] {
        var lines = ["var request = \(types.name("FetchRequestDescription"))(entityName: \(text(request.entityName)))"]
        if let predicate = request.predicate { lines += assignment(of: predicate) }
        if !request.sortKeys.isEmpty {
            lines.append("request.sortKeys = [\(request.sortKeys.map(sortKey).joined(separator: ", "))]")
        }
        if let limit = request.limit { lines.append("request.limit = \(limit)") }
        if request.offset != 0 { lines.append("request.offset = \(request.offset)") }
        if !request.includesSubentities { lines.append("request.includesSubentities = false") }
        if !request.includesPendingChanges { lines.append("request.includesPendingChanges = false") }
        if let size = request.batchSize { lines.append("request.batchSize = \(size)") }
        if !request.prefetchedKeyPaths.isEmpty {
            lines.append(
                "request.prefetchedKeyPaths = [\(request.prefetchedKeyPaths.map(list).joined(separator: ", "))]")
        }
        if let stores = request.affectedStores { lines.append("request.affectedStores = \(list(stores))") }
        if lines.count == 1 { lines[0] = "let" + lines[0].dropFirst(3) }
        return lines + ["return request"]
    }

    /// The statement that gives a request its condition, with a line for each part of a long one.
    private func assignment(of predicate: FetchPredicate) -> [String] {
        let line = "request.predicate = \(self.predicate(predicate))"
        switch predicate {
        case .and(let parts) where line.count > 100: return list(parts, in: ".and")
        case .or(let parts) where line.count > 100: return list(parts, in: ".or")
        default: return [line]
        }
    }

    private func list(_ parts: [FetchPredicate], in word: String) -> [String] {
        ["request.predicate = \(word)(["] + parts.map { "    \(predicate($0))," } + ["])"]
    }

    private func expressions(_ parts: [FetchExpression]) -> String {
        "[" + parts.map { expression($0) }.joined(separator: ", ") + "]"
    }

    private func comparison(_ comparison: FetchComparison) -> String {
        var parts = [
            expression(comparison.left), ".\(comparison.comparator.rawValue)", expression(comparison.right),
        ]
        if comparison.quantifier != .none { parts.append("quantifier: .\(comparison.quantifier.rawValue)") }
        if !comparison.options.isEmpty { parts.append("options: \(options(comparison.options))") }
        return "\(types.name("FetchComparison"))(\(parts.joined(separator: ", ")))"
    }

    private func options(_ options: FetchComparison.Options) -> String {
        let known: [(FetchComparison.Options, String)] = [
            (.caseInsensitive, ".caseInsensitive"), (.diacriticInsensitive, ".diacriticInsensitive"),
            (.normalized, ".normalized"), (.localized, ".localized"),
        ]
        return "[" + known.filter { options.contains($0.0) }.map(\.1).joined(separator: ", ") + "]"
    }

    private func selector(_ selector: ElementSelector) -> String {
        switch selector {
        case .first: ".first"
        case .last: ".last"
        case .size: ".size"
        case .index(let number): ".index(\(expression(number)))"
        }
    }
}
