import Foundation
import PolystoreModel
import PolystoreStorage

extension PredicateExpressions.Value: TranslatableExpression {
    func translated(_ translation: PredicateTranslation) throws(QueryError) -> PredicateTranslation.Node {
        switch value {
        case let argument as any PredicateArgument: return .expression(argument.predicateExpression)
        case let value as any AttributeValue: return .expression(value.predicateExpression)
        case let object as any IdentifiedObject: return .expression(object.predicateExpression)
        default: throw PredicateTranslation.unsupported(value)
        }
    }
}

extension PredicateExpressions.NilLiteral: TranslatableExpression {
    func translated(_ translation: PredicateTranslation) throws(QueryError) -> PredicateTranslation.Node {
        .expression(.constant(.missing))
    }
}

extension PredicateExpressions.Variable: TranslatableExpression {
    func translated(_ translation: PredicateTranslation) throws(QueryError) -> PredicateTranslation.Node {
        .expression(try translation.variable(key))
    }
}

extension PredicateExpressions.KeyPath: TranslatableExpression {
    func translated(_ translation: PredicateTranslation) throws(QueryError) -> PredicateTranslation.Node {
        let start = try translation.expression(root)
        guard let type = Root.Output.self as? ManagedObject.Type else {
            // Of collections, the number of elements is the only whole number that can be asked for.
            guard Root.Output.self != String.self, Root.Output.self is any Collection.Type else {
                throw PredicateTranslation.unsupported(self)
            }
            if Output.self == Int.self { return .expression(start.appending("@count")) }
            guard Output.self == Bool.self else { throw PredicateTranslation.unsupported(self) }
            let isEmpty = FetchComparison(start.appending("@count"), .equal, .constant(.integer(0)))
            return .predicate(.comparison(isEmpty))
        }
        guard let (recorder, recorded) = RecordedProperty.recorder(type), let object = recorder as? Root.Output else {
            throw PredicateTranslation.unsupported(self)
        }
        _ = object[keyPath: keyPath]
        if let name = recorded.key?.name { return .expression(start.appending(name)) }
        // The one other member that queries know is the object's identity.
        guard Output.self == ObjectID.self else { throw PredicateTranslation.unsupported(self) }
        return .expression(start)
    }
}

extension FetchExpression {
    /// The expression with a name behind it.
    fileprivate func appending(_ name: String) -> FetchExpression {
        switch self {
        case .evaluatedObject: .keyPath([name])
        case .keyPath(let names, _): .keyPath(names + [name])
        case .path(let start, let names): .path(start, names + [name])
        default: .path(self, [name])
        }
    }
}

extension PredicateExpressions.Arithmetic: TranslatableExpression {
    func translated(_ translation: PredicateTranslation) throws(QueryError) -> PredicateTranslation.Node {
        let function: ExpressionFunction
        switch op {
        case .add: function = .add
        case .subtract: function = .subtract
        case .multiply: function = .multiply
        @unknown default: throw PredicateTranslation.unsupported(self)
        }
        return try translation.call(function, lhs, rhs)
    }
}

extension PredicateExpressions.FloatDivision: TranslatableExpression {
    func translated(_ translation: PredicateTranslation) throws(QueryError) -> PredicateTranslation.Node {
        try translation.call(.divide, lhs, rhs)
    }
}

extension PredicateExpressions.IntDivision: TranslatableExpression {
    func translated(_ translation: PredicateTranslation) throws(QueryError) -> PredicateTranslation.Node {
        try translation.call(.divide, lhs, rhs)
    }
}

extension PredicateExpressions.IntRemainder: TranslatableExpression {
    func translated(_ translation: PredicateTranslation) throws(QueryError) -> PredicateTranslation.Node {
        try translation.call(.remainder, lhs, rhs)
    }
}

extension PredicateExpressions.UnaryMinus: TranslatableExpression {
    func translated(_ translation: PredicateTranslation) throws(QueryError) -> PredicateTranslation.Node {
        let zero = FetchExpression.constant(.integer(0))
        return .expression(
            .function(ExpressionFunction.subtract.rawValue, [zero, try translation.expression(wrapped)]))
    }
}

extension PredicateTranslation {
    /// A function of two parts.
    fileprivate func call(
        _ function: ExpressionFunction, _ left: some PredicateExpression, _ right: some PredicateExpression
    ) throws(QueryError) -> Node {
        .expression(.function(function.rawValue, [try expression(left), try expression(right)]))
    }
}
