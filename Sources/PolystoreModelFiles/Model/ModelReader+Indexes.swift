import PolystoreModel

/// Indexes of all vintages; none of them changes an answer, so what cannot be carried over is remarked and left out.
extension ModelReader {
    /// A fetch index.
    mutating func index(
        _ element: DocumentElement, of entity: String, at ownerPath: ModelPath
    ) -> FetchIndexDescription? {
        guard let name = name(of: element, what: "an index of '\(entity)'", at: ownerPath) else { return nil }
        let path = ownerPath / name
        let what = "index '\(entity).\(name)'"
        checkAttributes(of: element, named: what, at: path)
        var index = FetchIndexDescription(name: name, elements: [])
        for child in element.elements {
            guard child.name == "fetchIndexElement" else {
                remarkUnknown(child, in: what, at: path)
                continue
            }
            checkAttributes(of: child, named: what, at: path)
            guard let property = text(child, "property"), child["type"] != "RTree" else {
                remark(
                    .notCarriedOver,
                    "\(what) is over \(child["type"] == "RTree" ? "areas" : "an expression"), which no index here is; it is "
                        + "left out", child, at: path)
                return nil
            }
            index.elements.append(.init(property: property, isAscending: child["order"] != "descending"))
        }
        if let text = text(element, "partialIndexPredicate") {
            let isOut = "the index is left out"
            index.partialPredicate = predicate(text, element, "partialIndexPredicate", of: what, at: path, else: isOut)
            if index.partialPredicate == nil { return nil }
        }
        return index
    }

    /// Adds an index to an entity, which may have one of its name.
    mutating func add(
        _ index: FetchIndexDescription, to entity: inout EntityDescription, _ element: DocumentElement,
        at ownerPath: ModelPath
    ) {
        let name = entity.add(index)
        if name != index.name {
            let fate = name.map { "this one is called '\($0)'" } ?? "this one is the same and ignored"
            let message = "entity '\(entity.name)' has two indexes named '\(index.name)'; \(fate)"
            warn(.duplicateName, message, element, "name", at: ownerPath / index.name)
        }
        guard let name else { return }
        note(ownerPath / name, element.place)
        note(ownerPath / name / "where", element, "partialIndexPredicate")
        for (number, child) in element.elements(named: "fetchIndexElement").enumerated() {
            note(ownerPath / name / "elements" / String(number), child, "property")
        }
    }

    /// What was an index before there were fetch indexes: `indexed` attributes and `compoundIndexes`.
    mutating func addOldIndexes(of entity: inout EntityDescription, _ element: DocumentElement, at path: ModelPath) {
        for property in element.elements where property["indexed"] == "YES" {
            guard let name = text(property, "name") else { continue }
            add([name], to: &entity, property, at: path)
        }
        for compounds in element.elements(named: "compoundIndexes") {
            for compound in compounds.elements(named: "compoundIndex") {
                add(compound.elements(named: "index").compactMap { text($0, "value") }, to: &entity, compound, at: path)
            }
        }
    }

    private mutating func add(
        _ properties: [String], to entity: inout EntityDescription, _ element: DocumentElement, at path: ModelPath
    ) {
        guard !properties.isEmpty, Set(properties).count == properties.count else { return }
        let elements = properties.map { FetchIndexDescription.Element(property: $0) }
        guard !entity.indexes.contains(where: { $0.elements == elements }) else { return }
        let index = FetchIndexDescription(name: properties.joined(separator: "_"), elements: elements)
        if let name = entity.add(index) { note(path / "indexes" / name, element.place) }
    }
}
