import PolystoreModel

extension FormatPrinter {
    /// The text of a request within `FETCH`: what has its default is left out.
    static func text(_ request: FetchRequestDescription) -> String {
        var words: [String] = request.includesSubentities ? [] : ["ONLY"]
        words.append(entity(request.entityName))
        if let predicate = request.predicate { words += ["WHERE", text(predicate)] }
        if !request.sortKeys.isEmpty { words += ["SORT", braced(request.sortKeys.map(\.formatText))] }
        if let limit = request.limit { words += ["LIMIT", String(limit)] }
        if request.offset != 0 { words += ["OFFSET", String(request.offset)] }
        if let size = request.batchSize { words += ["BATCH", String(size)] }
        if !request.prefetchedKeyPaths.isEmpty { words += ["PREFETCH", braced(request.prefetchedKeyPaths.map(path))] }
        if let stores = request.affectedStores { words += ["STORES", braced(stores.map { text(.string($0)) })] }
        if !request.includesPendingChanges { words.append("SAVED") }
        return words.joined(separator: " ")
    }

    private static func entity(_ name: String) -> String {
        if name.uppercased() == "ONLY" { return "#\(name)" }
        return name.hasPrefix("@") ? quotedName(name) : path([name])
    }

    private static func braced(_ parts: [String]) -> String { "{\(parts.joined(separator: ", "))}" }
}
