import PolystoreModel

/// Indexes of all vintages; none of them changes an answer, so what cannot be carried over is remarked and left out.
extension CompiledModelReader {
    mutating func readIndexes(of entity: inout EntityDescription, _ object: ArchivedObject, at path: ModelPath) {
        for value in elements(of: archive.value(object, "NSFetchIndexDescriptions")?.object) {
            guard let index = value.object, let name = archive.value(index, "NSIndexName")?.string else { continue }
            let elements = self.elements(of: archive.value(index, "NSIndexElements")?.object).map { element in
                element.object.flatMap { object -> FetchIndexDescription.Element? in
                    guard let property = archive.value(object, "NSPropertyName")?.string,
                        archive.value(object, "NSFetchIndexElementType")?.integer == 0
                    else { return nil }
                    return .init(property: property, isAscending: archive.value(object, "NSAscending")?.boolean ?? true)
                }
            }
            let path = path / "indexes" / name
            if elements.contains(where: { $0 == nil }) || elements.isEmpty {
                remark(
                    "index '\(entity.name).\(name)' is over something else than properties, and is left out", at: path)
                continue
            }
            var description = FetchIndexDescription(name: name, elements: elements.compactMap(\.self))
            if let partial = archive.value(index, "NSPartialIndexPredicate")?.object {
                guard let predicate = predicate(partial) else {
                    remark("index '\(entity.name).\(name)' has a condition that is not read, and is left out", at: path)
                    continue
                }
                description.partialPredicate = predicate
            }
            let added = entity.add(description)
            if added != name {
                let fate = added.map { "one is called '\($0)'" } ?? "they are the same"
                let message = "entity '\(entity.name)' has two indexes named '\(name)'; \(fate)"
                warn(.duplicateName, message, at: path)
            }
        }
    }

    /// What was an index before there were fetch indexes: indexed attributes and compound indexes.
    mutating func readOldIndexes(of entity: inout EntityDescription, _ object: ArchivedObject) {
        for (name, value) in entries(of: archive.value(object, "NSProperties")?.object) {
            guard let property = value.object, archive.className(of: property) != "_NSPropertyDescriptionProxy",
                archive.value(property, "NSIsIndexed")?.boolean == true, isOwn(property, of: object)
            else { continue }
            add([name], to: &entity)
        }
        for compound in elements(of: archive.value(object, "NSCompoundIndexes")?.object) {
            add(elements(of: compound.object).compactMap { propertyName($0) }, to: &entity)
        }
    }

    private func add(_ properties: [String], to entity: inout EntityDescription) {
        guard !properties.isEmpty, Set(properties).count == properties.count else { return }
        let elements = properties.map { FetchIndexDescription.Element(property: $0) }
        guard !entity.indexes.contains(where: { $0.elements == elements }) else { return }
        // One of the same name has other elements, so this one is called otherwise.
        _ = entity.add(FetchIndexDescription(name: properties.joined(separator: "_"), elements: elements))
    }

    /// The name of a property that stands as text or as itself.
    func propertyName(_ value: ArchivedValue) -> String? {
        value.string ?? value.object.flatMap { archive.value($0, "NSPropertyName")?.string }
    }
}
