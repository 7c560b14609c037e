extension ModelOutline {
    /// The model for people: one line a property, indented under its entity.
    var lines: [String] {
        var lines = ["model \(name): \(entities.count) \(entities.count == 1 ? "entity" : "entities")"]
        for entity in entities { lines += ["", entity.line] + entity.propertyLines.map { "  " + $0 } }
        for composite in composites {
            lines += ["", "composite \(composite.name)"] + composite.elements.map { "  " + $0.line }
        }
        if !configurations.isEmpty { lines.append("") }
        for configuration in configurations {
            lines.append("configuration \(configuration.name): \(configuration.entities.joined(separator: ", "))")
        }
        if !fetchRequests.isEmpty { lines.append("") }
        for request in fetchRequests { lines.append("fetch request \(request.name): \(request.words)") }
        return lines
    }
}

extension ModelOutline.Entity {
    fileprivate var line: String {
        var words = ["entity \(name)"]
        if let parent { words.append("parent \(parent)") }
        if isAbstract { words.append("abstract") }
        if let className { words.append("class \(className)") }
        if let renamedFrom { words.append("renamed from \(renamedFrom)") }
        return words.joined(separator: ", ")
    }

    fileprivate var propertyLines: [String] {
        attributes.map(\.line) + relationships.map(\.line)
            + fetchedProperties.map { "\($0.name): fetched, \($0.words)" }
            + uniquenessConstraints.map { "unique: \($0.joined(separator: ", "))" }
            + indexes.map { index in
                let elements = index.elements.map { $0.isAscending ? $0.property : "\($0.property) descending" }
                let condition = index.condition.map { " where \($0)" } ?? ""
                return "index \(index.name): \(elements.joined(separator: ", "))\(condition)"
            }
    }
}

extension ModelOutline.Attribute {
    fileprivate var line: String {
        var words = [composite ?? type, isOptional ? "optional" : "required"]
        if isTransient { words.append("transient") }
        if let defaultValue { words.append("default \(type == "string" ? "'\(defaultValue)'" : defaultValue)") }
        if let minimum { words.append("at least \(minimum)") }
        if let maximum { words.append("at most \(maximum)") }
        if let minimumLength { words.append("length at least \(minimumLength)") }
        if let maximumLength { words.append("length at most \(maximumLength)") }
        if let pattern { words.append("matches \(pattern)") }
        if let derivation { words.append("derived from \(derivation)") }
        if let valueType { words.append("of \(valueType)") }
        if allowsExternalStorage { words.append("external storage") }
        if let renamedFrom { words.append("renamed from \(renamedFrom)") }
        return "\(name): \(words.joined(separator: ", "))"
    }
}

extension ModelOutline.Relationship {
    fileprivate var line: String {
        let kind = cardinality == "toOne" ? "to-one" : isOrdered ? "ordered to-many" : "to-many"
        var words = ["\(kind) \(destination)", isOptional ? "optional" : "required"]
        words.append(inverse.map { "inverse \($0)" } ?? "no inverse")
        if isTransient { words.append("transient") }
        if minimumCount > 0 { words.append("at least \(minimumCount)") }
        if maximumCount > 0 { words.append("at most \(maximumCount)") }
        words.append(deleteRule == "noAction" ? "no action" : deleteRule)
        if let renamedFrom { words.append("renamed from \(renamedFrom)") }
        return "\(name): \(words.joined(separator: ", "))"
    }
}

extension ModelOutline.Request {
    fileprivate var words: String {
        var words = [condition.map { "\(entity) where \($0)" } ?? entity]
        if let limit { words.append("at most \(limit)") }
        if let batchSize { words.append("\(batchSize) at a time") }
        if !includesSubentities { words.append("without subentities") }
        return words.joined(separator: ", ")
    }
}
