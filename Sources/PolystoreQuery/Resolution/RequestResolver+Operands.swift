import Foundation
import PolystoreModel

extension RequestResolver {
    /// An expression whose names are resolved, before it is known what it is compared with.
    enum Operand {
        case constant(Value)
        case path(ResolvedPath)
        case list([Operand])
    }

    /// Resolves an expression of a comparison.
    func operand(
        _ expression: FetchExpression, for entity: ModelEntity, depth: Int = 0
    ) throws(QueryError) -> Operand {
        guard depth < RequestResolver.maximumDepth else {
            throw QueryError(.tooDeep, [.limit: String(RequestResolver.maximumDepth)])
        }
        switch expression {
        case .constant(let value, let word):
            try check(word, of: entity)
            return .constant(value)
        case .evaluatedObject: return .path(.evaluatedObject)
        case .keyPath(let names, let root):
            try check(root, names.first, of: entity)
            return .path(try path(names, from: entity))
        case .variable(let name):
            guard let value = variables[name] else {
                let near = Suggestion.nearest(to: name, in: variables.keys)
                throw QueryError(.unboundVariable, [.variable: name, .suggestion: near])
            }
            return try operand(value, for: entity, depth: depth + 1)
        case .aggregate(let elements):
            var list: [Operand] = []
            for element in elements { list.append(try operand(element, for: entity, depth: depth + 1)) }
            return .list(list)
        case .fetch: return try fetchedOperand(expression)
        case .path where expression.isFetched: return try fetchedOperand(expression)
        // Comparisons of these are resolved as such; nowhere else do they stand.
        case .function, .conditional, .subquery, .path, .element, .combination, .assignment:
            throw QueryError(.unsupportedExpression, [.found: expression.kind.rawValue])
        }
    }

    /// A constant as it is compared with a path.
    ///
    /// A decimal with a fraction beside a floating-point attribute is the nearest number of the attribute's type, as
    /// a literal would be; everything else keeps its exact value.
    func converted(
        _ value: Value, for path: ResolvedPath, of entity: ModelEntity, as kind: ComparisonKind
    ) throws(QueryError) -> Value {
        do {
            let converted = try kind.converted(value, in: model)
            guard case .decimal(let number) = converted, case .attribute(let attribute) = path.terminal else {
                return converted
            }
            return attribute.type.nearest(to: number) ?? converted
        } catch {
            var error = error
            error.details[.entity] = entity.name
            error.details[.property] = path.text
            throw error
        }
    }
}

extension AttributeType {
    /// The number of a floating-point type that is nearest to a decimal with a fraction; nil for all others.
    func nearest(to decimal: Decimal) -> Value? {
        guard self == .double || self == .float, let fields = DecimalFields(decimal)?.normalized, fields.exponent < 0
        else { return nil }
        let digits = "\(fields.isNegative ? "-" : "")\(fields.magnitude)e\(fields.exponent)"
        return (self == .float ? Float(digits).map(Double.init) : Double(digits)).map(Value.double)
    }
}
