import Foundation
import PolystoreModel
import PolystoreQuery

/// Writes a description as a model file: short forms where they say everything, defaults left out.
struct ModelFileWriter {
    typealias Entries = [(key: String, value: YAMLOutput)]

    /// The whole file.
    func text(of model: ModelDescription) throws(ModelError) -> String {
        do {
            return YAMLOutput.mapping(try entries(of: model)).text(depth: 0)
        } catch let error as ModelError {
            throw error
        } catch {
            throw ModelError(
                model: model.name,
                problems: [ModelProblem(.invalidConstraint, "the model cannot be written: \(error)")])
        }
    }

    private func entries(of model: ModelDescription) throws -> Entries {
        var entries: Entries = [
            ("polystoreModel", .inline(String(ModelFile.formatVersion))), ("model", .scalar(model.name)),
        ]
        if !model.versionIdentifiers.isEmpty { entries.append(("versionIdentifiers", .list(model.versionIdentifiers))) }
        entries.append(("entities", .mapping(try model.entities.map { ($0.name, try entity($0)) })))
        if !model.composites.isEmpty {
            let composites = try model.composites.map { ($0.name, try attributes($0.elements)) }
            entries.append(("composites", .mapping(composites)))
        }
        if !model.configurations.isEmpty {
            let configurations = model.configurations.sorted { $0.key < $1.key }
            entries.append(("configurations", .mapping(configurations.map { ($0.key, .list($0.value)) })))
        }
        if !model.fetchRequestTemplates.isEmpty {
            let templates = try model.fetchRequestTemplates.sorted { $0.key < $1.key }
                .map { ($0.key, YAMLOutput.mapping(try request($0.value))) }
            entries.append(("fetchRequestTemplates", .mapping(templates)))
        }
        return entries
    }

    private func entity(_ entity: EntityDescription) throws -> YAMLOutput {
        var entries: Entries = []
        if let parent = entity.superentityName { entries.append(("parent", .scalar(parent))) }
        if let parent = entity.superclassName { entries.append(("parentClass", .scalar(parent))) }
        if entity.isAbstract { entries.append(("abstract", .inline("true"))) }
        if let name = entity.className { entries.append(("class", .scalar(name))) }
        if let kind = entity.codeGeneration { entries.append(("codeGeneration", .scalar(kind))) }
        if !entity.attributes.isEmpty { entries.append(("attributes", try attributes(entity.attributes))) }
        if !entity.relationships.isEmpty {
            entries.append(("relationships", .mapping(entity.relationships.map { ($0.name, relationship($0)) })))
        }
        if !entity.fetchedProperties.isEmpty {
            let properties = try entity.fetchedProperties.map { property in
                (
                    property.name,
                    YAMLOutput.mapping(
                        try request(property.request)
                            + version(property.renamingIdentifier, property.versionHashModifier, property.userInfo))
                )
            }
            entries.append(("fetchedProperties", .mapping(properties)))
        }
        if !entity.uniquenessConstraints.isEmpty {
            let lists = entity.uniquenessConstraints.map {
                "[" + $0.map(YAMLOutput.quotedIfNeeded).joined(separator: ", ") + "]"
            }
            entries.append(("unique", .inline("[" + lists.joined(separator: ", ") + "]")))
        }
        if !entity.indexes.isEmpty {
            entries.append(("indexes", .mapping(try entity.indexes.map { ($0.name, try index($0)) })))
        }
        return .mapping(
            entries + version(entity.renamingIdentifier, entity.versionHashModifier, entity.userInfo))
    }

    private func index(_ index: FetchIndexDescription) throws -> YAMLOutput {
        let elements = YAMLOutput.list(index.elements.map(\.text))
        guard let predicate = index.partialPredicate else { return elements }
        return .mapping([("elements", elements), ("where", try output(of: predicate))])
    }

    private func relationship(_ relationship: RelationshipDescription) -> YAMLOutput {
        var entries: Entries = []
        switch relationship.destination {
        case .entity(let name): entries.append((relationship.isToMany ? "toMany" : "to", .scalar(name)))
        case .objectClass(let name): entries.append((relationship.isToMany ? "toManyClass" : "toClass", .scalar(name)))
        }
        if let inverse = relationship.inverseName { entries.append(("inverse", .scalar(inverse))) }
        if relationship.isOrdered { entries.append(("ordered", .inline("true"))) }
        if !relationship.isOptional { entries.append(("optional", .inline("false"))) }
        if relationship.isTransient { entries.append(("transient", .inline("true"))) }
        for (key, count) in [("minimumCount", relationship.minimumCount), ("maximumCount", relationship.maximumCount)]
        where count != 0 { entries.append((key, .inline(String(count)))) }
        if relationship.deleteRule != .nullify {
            entries.append(("deleteRule", .inline(relationship.deleteRule.rawValue)))
        }
        return .mapping(
            entries
                + version(relationship.renamingIdentifier, relationship.versionHashModifier, relationship.userInfo))
    }

    private func request(_ request: FetchRequestDescription) throws -> Entries {
        var entries: Entries = [("entity", .scalar(request.entityName))]
        if let predicate = request.predicate { entries.append(("where", try output(of: predicate))) }
        if !request.sortKeys.isEmpty {
            entries.append(("sort", .list(request.sortKeys.map { $0.text ?? $0.formatText })))
        }
        if let limit = request.limit { entries.append(("limit", .inline(String(limit)))) }
        if request.offset != 0 { entries.append(("offset", .inline(String(request.offset)))) }
        if !request.includesSubentities { entries.append(("includesSubentities", .inline("false"))) }
        if !request.includesPendingChanges { entries.append(("includesPendingChanges", .inline("false"))) }
        if let size = request.batchSize { entries.append(("batchSize", .inline(String(size)))) }
        if !request.prefetchedKeyPaths.isEmpty {
            entries.append(("prefetch", .list(request.prefetchedKeyPaths.map { $0.joined(separator: ".") })))
        }
        if let stores = request.affectedStores { entries.append(("stores", .list(stores))) }
        return entries
    }

    func version(_ renamedFrom: String?, _ modifier: String?, _ userInfo: [String: String]) -> Entries {
        var entries: Entries = []
        if let renamedFrom { entries.append(("renamedFrom", .scalar(renamedFrom))) }
        if let modifier { entries.append(("versionHashModifier", .scalar(modifier))) }
        if !userInfo.isEmpty { entries.append(("userInfo", .dictionary(userInfo))) }
        return entries
    }

    /// A condition as text, or in its structured form if the text would not read back as the same.
    private func output(of predicate: FetchPredicate) throws -> YAMLOutput {
        let text = predicate.formatText
        // A text that cannot be read back is not used, so its error does not matter.
        return (try? FetchPredicate(format: text)) == predicate ? .scalar(text) : try structured(predicate)
    }

    /// An expression as text, or in its structured form if the text would not read back as the same.
    func output(of expression: FetchExpression) throws -> YAMLOutput {
        let text = expression.formatText
        // A text that cannot be read back is not used, so its error does not matter.
        return (try? FetchExpression(formatText: text)) == expression ? .scalar(text) : try structured(expression)
    }

    /// The JSON form, which is YAML in flow style once the characters that YAML does not print are escaped.
    func structured(_ value: some Encodable) throws -> YAMLOutput {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return .inline(YAMLText.escapingUnprintable(String(decoding: try encoder.encode(value), as: UTF8.self)))
    }
}
