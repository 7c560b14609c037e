import Foundation
import PolystoreModel

extension RequestResolver {
    /// Resolves a call of a function.
    func function(
        _ name: String, _ operands: [FetchExpression], for entity: ModelEntity, _ scope: inout ExpressionScope,
        depth: Int
    ) throws(QueryError) -> Typed {
        // What differs from row to row and run to run would be another answer on each store.
        guard !RequestResolver.functionsLeftOut.contains(name) else {
            throw QueryError(.unsupportedExpression, [.function: name])
        }
        guard let function = ExpressionFunction(rawValue: name) ?? ExpressionFunction.selectors[name] else {
            if let function = functions[name] { return try call(function, operands, for: entity, &scope, depth: depth) }
            let near = Suggestion.nearest(to: name, in: Array(ExpressionFunction.selectors.keys) + functions.names)
            throw QueryError(.unknownFunction, [.function: name, .suggestion: near])
        }
        try check(operands.count, in: function.operandCount, of: name)
        if function == .now { return (.constant(.date(now)), ExpressionType(.date(now))) }
        var typed: [Typed] = []
        for (index, operand) in operands.enumerated() where function != .cast || index == 0 {
            typed.append(try self.typed(operand, for: entity, &scope, depth: depth))
        }
        if function == .cast { return try cast(typed[0], operands[1]) }
        if function.isAggregate || function == .noIndex {
            let type = try aggregateType(function, typed)
            return (.function(function, typed.map(\.expression)), type)
        }
        for operand in typed where operand.type.isCollection {
            throw QueryError(.wrongType, [.function: name, .expected: "one value", .found: "list"])
        }
        let type = try valueType(function, typed.map(\.type))
        return (.function(function, typed.map(\.expression)), type)
    }

    /// Resolves a call of a function that the program has registered.
    private func call(
        _ function: ExtensionFunction, _ operands: [FetchExpression], for entity: ModelEntity,
        _ scope: inout ExpressionScope, depth: Int
    ) throws(QueryError) -> Typed {
        try check(operands.count, in: function.operandCount, of: function.name)
        var resolved: [ResolvedExpression] = []
        for operand in operands {
            let operand = try typed(operand, for: entity, &scope, depth: depth)
            guard !operand.type.isCollection else {
                throw QueryError(.wrongType, [.function: function.name, .expected: "one value", .found: "list"])
            }
            resolved.append(operand.expression)
        }
        return (.call(function, resolved), function.resultType.map(ExpressionType.init(type:)) ?? .unknown)
    }

    private func check(_ count: Int, in range: ClosedRange<Int>, of name: String) throws(QueryError) {
        guard !range.contains(count) else { return }
        throw QueryError(
            .wrongOperandCount,
            [.function: name, .expected: String(range.lowerBound), .found: String(count)])
    }

    static let functionsLeftOut: Set<String> = [
        "random", "random:", "randomn", "randomn:", "distanceToLocation:fromLocation:",
    ]

    private func cast(_ value: Typed, _ type: FetchExpression) throws(QueryError) -> Typed {
        guard case .constant(.string(let name), _) = type, let type = CastType(name: name) else {
            let found: String? = if case .constant(.string(let name), _) = type { name } else { nil }
            let near = found.flatMap { Suggestion.nearest(to: $0, in: CastType.allCases.map(\.rawValue)) }
            throw QueryError(.unknownFunction, [.function: "CAST", .found: found, .suggestion: near])
        }
        guard !value.type.isCollection else {
            throw QueryError(.wrongType, [.function: "CAST", .expected: "one value", .found: "list"])
        }
        let result: ExpressionType =
            switch type {
            case .integer: .integer
            case .double: .double
            case .decimal: ExpressionType(kind: .number, number: .decimal)
            case .string: .text
            case .boolean: ExpressionType(kind: .boolean)
            case .date: ExpressionType(kind: .date)
            }
        return (.cast(value.expression, type), result)
    }

    /// The type of what a function makes of collections.
    func aggregateType(_ function: ExpressionFunction, _ operands: [Typed]) throws(QueryError) -> ExpressionType {
        var type = operands[0].type
        for operand in operands.dropFirst() { type = type.joined(operand.type) }
        switch function {
        case .noIndex: return type
        case .count: return .integer
        case .sum, .average, .median, .deviation:
            guard type.kind == nil || type.kind == .number else {
                throw QueryError(
                    .wrongType, [.function: function.rawValue, .expected: "number", .found: type.kind?.name])
            }
            if function == .deviation || (function == .average && type.number != .decimal) {
                return type.number == nil && function != .deviation ? ExpressionType(kind: .number) : .double
            }
            return ExpressionType(
                kind: .number, number: function == .median && type.number != .decimal ? nil : type.number)
        default:
            guard type.kind?.isOrdered ?? true else {
                throw QueryError(.notComparable, [.function: function.rawValue, .found: type.kind?.name])
            }
            return function == .mode ? type.collection : type.element
        }
    }

    /// The type of what a function makes of single values.
    private func valueType(
        _ function: ExpressionFunction, _ operands: [ExpressionType]
    ) throws(QueryError) -> ExpressionType {
        func require(_ kind: ComparisonKind) throws(QueryError) {
            for operand in operands {
                guard let found = operand.kind, found != kind, !(kind == .text && found == .uri) else { continue }
                throw QueryError(
                    .wrongType, [.function: function.rawValue, .expected: kind.name, .found: found.name])
            }
        }
        switch function {
        case .uppercase, .lowercase, .canonical:
            try require(.text)
            return .text
        case .length:
            try require(.text)
            return .integer
        case .add, .subtract:
            let dates = operands.count { $0.kind == .date }
            if dates == 2, function == .subtract { return .double }
            if dates == 1, operands.allSatisfy({ [nil, .date, .number].contains($0.kind) }) {
                guard function == .add || operands[0].kind != .number else { break }
                return operands.contains { $0.kind == nil } ? .unknown : ExpressionType(kind: .date)
            }
        default: break
        }
        try require(.number)
        if function == .squareRoot || function == .logarithm || function == .naturalLogarithm
            || function == .exponential
        {
            return .double
        }
        guard operands.allSatisfy({ $0.kind == .number }) else { return .unknown }
        guard operands.count == 2 else { return ExpressionType(kind: .number, number: operands[0].number) }
        // A power may leave the integers.
        let number = function == .power ? nil : operands[0].numberOfArithmetic(with: operands[1])
        return ExpressionType(kind: .number, number: number)
    }
}
