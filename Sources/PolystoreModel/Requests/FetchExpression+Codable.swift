extension FetchExpression {
    private enum CodingKeys: String, CodingKey {
        case constant, keyPath, evaluatedObject, aggregate, function, arguments, `if`, then, `else`, subquery, variable
        case `where`, path, from, element, of, combine, with, assign, fetch, countOnly
    }

    /// Reads an object whose key names the kind of expression.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func read(_ key: CodingKeys) throws -> FetchExpression {
            try container.decode(FetchExpression.self, forKey: key)
        }
        // A subquery has a variable too, so it is looked for first.
        let kinds: [CodingKeys] = [
            .constant, .keyPath, .evaluatedObject, .aggregate, .function, .if, .subquery, .variable, .path, .element,
            .combine, .assign, .fetch,
        ]
        switch kinds.first(where: container.contains) {
        case .constant?: self = .constant(try container.decode(Value.self, forKey: .constant))
        case .keyPath?:
            self = .keyPath(try Self.names(container, .keyPath))
        case .evaluatedObject?: self = .evaluatedObject
        case .aggregate?: self = .aggregate(try container.decode([FetchExpression].self, forKey: .aggregate))
        case .function?:
            self = .function(
                try container.decode(String.self, forKey: .function),
                try container.decodeIfPresent([FetchExpression].self, forKey: .arguments) ?? [])
        case .if?:
            self = .conditional(
                try container.decode(FetchPredicate.self, forKey: .if), try read(.then), try read(.else))
        case .subquery?:
            self = .subquery(
                try read(.subquery), variable: try container.decode(String.self, forKey: .variable),
                try container.decode(FetchPredicate.self, forKey: .where))
        case .variable?: self = .variable(try container.decode(String.self, forKey: .variable))
        case .path?: self = .path(try read(.from), try Self.names(container, .path))
        case .element?:
            self = .element(try read(.of), try container.decode(ElementSelector.self, forKey: .element))
        case .combine?:
            self = .combination(
                try read(.from), try container.decode(SetOperation.self, forKey: .combine), try read(.with))
        case .assign?: self = .assignment(try container.decode(String.self, forKey: .assign), try read(.from))
        case .fetch?:
            self = .fetch(
                try container.decode(FetchRequestDescription.self, forKey: .fetch),
                countOnly: try container.decodeIfPresent(Bool.self, forKey: .countOnly) ?? false)
        default:
            let description = "an expression has one of the keys \(kinds.map(\.rawValue).joined(separator: ", "))"
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: description))
        }
    }

    /// Writes an object whose key names the kind of expression.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .constant(let value, _): try container.encode(value, forKey: .constant)
        case .keyPath(let names, _): try container.encode(names.joined(separator: "."), forKey: .keyPath)
        case .evaluatedObject: try container.encode(true, forKey: .evaluatedObject)
        case .variable(let name): try container.encode(name, forKey: .variable)
        case .aggregate(let parts): try container.encode(parts, forKey: .aggregate)
        case .function(let name, let arguments):
            try container.encode(name, forKey: .function)
            if !arguments.isEmpty { try container.encode(arguments, forKey: .arguments) }
        case .conditional(let predicate, let first, let second):
            try container.encode(predicate, forKey: .if)
            try container.encode(first, forKey: .then)
            try container.encode(second, forKey: .else)
        case .subquery(let collection, let variable, let predicate):
            try container.encode(collection, forKey: .subquery)
            try container.encode(variable, forKey: .variable)
            try container.encode(predicate, forKey: .where)
        case .path(let start, let names):
            try container.encode(names.joined(separator: "."), forKey: .path)
            try container.encode(start, forKey: .from)
        case .element(let collection, let element):
            try container.encode(element, forKey: .element)
            try container.encode(collection, forKey: .of)
        case .combination(let first, let operation, let second):
            try container.encode(operation, forKey: .combine)
            try container.encode(first, forKey: .from)
            try container.encode(second, forKey: .with)
        case .assignment(let name, let value):
            try container.encode(name, forKey: .assign)
            try container.encode(value, forKey: .from)
        case .fetch(let request, let countOnly):
            try container.encode(request, forKey: .fetch)
            if countOnly { try container.encode(true, forKey: .countOnly) }
        }
    }

    private static func names(
        _ container: KeyedDecodingContainer<CodingKeys>, _ key: CodingKeys
    ) throws -> [String] {
        let text = try container.decode(String.self, forKey: key)
        return text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }
}
