import Foundation

extension ModelDescription {
    /// Reads the JSON form of a model file, which is what stores keep.
    ///
    /// Keys that are missing have their defaults. What is named comes in the order of the names.
    ///
    /// - Throws: `ModelError` when the bytes are no model of a known version.
    public init(json: Data) throws(ModelError) {
        do {
            self = try JSONDecoder().decode(ModelDescription.self, from: json)
        } catch {
            throw ModelError(
                model: "",
                problems: [.init(.invalidSyntax, "the model's JSON cannot be read: \(Self.reason(of: error))")])
        }
    }

    /// The JSON form of a model file: sorted keys, no white space, defaults left out.
    ///
    /// Equal for descriptions that differ only in the order of what they name.
    public var json: Data {
        get throws(ModelError) {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            do {
                return try encoder.encode(self)
            } catch {
                throw ModelError(
                    model: name, problems: [.init(.invalidConstraint, "the model cannot be written as JSON: \(error)")])
            }
        }
    }

    /// The description with everything that is named in the order of the names, as the JSON form has it.
    public var sortedByName: ModelDescription {
        var result = self
        result.entities = entities.sorted(byName: \.name)
        for index in result.entities.indices {
            let entity = result.entities[index]
            result.entities[index].attributes = entity.attributes.sorted(byName: \.name)
            result.entities[index].relationships = entity.relationships.sorted(byName: \.name)
            result.entities[index].fetchedProperties = entity.fetchedProperties.sorted(byName: \.name)
            result.entities[index].indexes = entity.indexes.sorted(byName: \.name)
        }
        result.composites = composites.sorted(byName: \.name)
        for index in result.composites.indices {
            result.composites[index].elements = result.composites[index].elements.sorted(byName: \.name)
        }
        return result
    }

    private static func reason(of error: any Error) -> String {
        switch error as? DecodingError {
        case .keyNotFound(let key, let context)?:
            "\(place(context))the key '\(key.stringValue)' is missing"
        case .typeMismatch(_, let context)?, .valueNotFound(_, let context)?, .dataCorrupted(let context)?:
            place(context) + context.debugDescription
        default: "\(error)"
        }
    }

    private static func place(_ context: DecodingError.Context) -> String {
        context.codingPath.isEmpty ? "" : context.codingPath.map(\.stringValue).joined(separator: "/") + ": "
    }
}
