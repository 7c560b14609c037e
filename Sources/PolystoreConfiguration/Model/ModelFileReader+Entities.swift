import PolystoreModel
import Yams

extension ModelFileReader {
    static let entityKeys = [
        "parent", "parentClass", "abstract", "class", "attributes", "relationships", "fetchedProperties", "unique",
        "indexes", "renamedFrom", "versionHashModifier", "codeGeneration", "userInfo",
    ]

    /// An entity from its name and its keys.
    func entity(_ entry: YAMLEntry) -> EntityDescription {
        let path = ["entities", entry.key]
        let section = YAMLSection(
            entry.value, named: "entity '\(entry.key)'", at: path, in: file, keys: Self.entityKeys)
        var entity = EntityDescription(name: entry.key)
        entity.superentityName = section.text("parent")
        entity.superclassName = section.text("parentClass")
        entity.isAbstract = section.flag("abstract") ?? false
        entity.className = section.text("class")
        if let entry = section["attributes"] {
            entity.attributes = attributes(entry.value, of: entity.name, at: path + ["attributes"])
        }
        if let entry = section["relationships"] {
            let path = path + ["relationships"]
            entity.relationships = file.namedEntries(
                of: entry.value, named: section.name(of: "relationships"), at: path
            ).map { relationship($0, of: entity.name, at: path + [$0.key]) }
        }
        if let entry = section["fetchedProperties"] {
            let path = path + ["fetchedProperties"]
            entity.fetchedProperties = file.namedEntries(
                of: entry.value, named: section.name(of: "fetchedProperties"), at: path
            ).map { fetchedProperty($0, of: entity.name, at: path + [$0.key]) }
        }
        entity.uniquenessConstraints = constraints(section)
        entity.indexes = indexes(section)
        entity.renamingIdentifier = section.text("renamedFrom")
        entity.versionHashModifier = section.text("versionHashModifier")
        entity.codeGeneration = section.text("codeGeneration")
        entity.userInfo = section.dictionary("userInfo") ?? [:]
        return entity
    }

    private func constraints(_ section: YAMLSection) -> [[String]] {
        guard let entry = section["unique"] else { return [] }
        let path = section.path + ["unique"], name = section.name(of: "unique")
        let constraints = file.list(of: entry.value, named: name, at: path) ?? []
        return constraints.enumerated().compactMap { index, node in
            guard case .sequence = node else {
                let message = "\(name) needs a list of lists: [[a], [b]] for a and b each, [[a, b]] for both together"
                file.report(.invalidValue, message, in: path + [String(index)], at: node.place)
                return nil
            }
            return file.texts(of: node, named: "a constraint of \(section.name)", at: path + [String(index)])
        }
    }

    private func indexes(_ section: YAMLSection) -> [FetchIndexDescription] {
        guard let entry = section["indexes"] else { return [] }
        let path = section.path + ["indexes"]
        return file.namedEntries(of: entry.value, named: section.name(of: "indexes"), at: path).map {
            index($0, of: section.name, at: path + [$0.key])
        }
    }

    /// An index: a list of elements, or a mapping with `elements` and `where`.
    private func index(_ entry: YAMLEntry, of owner: String, at path: [String]) -> FetchIndexDescription {
        let name = "index '\(entry.key)' of \(owner)"
        var texts: [String]?
        var predicate: FetchPredicate?
        if case .mapping = entry.value {
            let section = YAMLSection(entry.value, named: name, at: path, in: file, keys: ["elements", "where"])
            if section["elements"] == nil { section.report("'elements' of \(name) is missing") }
            texts = section.texts("elements")
            predicate = section["where"].flatMap {
                self.predicate($0.value, named: section.name(of: "where"), at: path)
            }
        } else {
            texts = file.texts(of: entry.value, named: name, at: path + ["elements"])
        }
        var index = FetchIndexDescription(
            name: entry.key, elements: (texts ?? []).map(FetchIndexDescription.Element.init))
        index.partialPredicate = predicate
        return index
    }
}
