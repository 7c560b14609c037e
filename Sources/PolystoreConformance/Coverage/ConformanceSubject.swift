import PolystoreCore
import PolystoreStorage

/// Something that must have a case: an operator, a type, a rule, a policy, an error code.
public enum ConformanceSubject: Hashable, Sendable, CustomStringConvertible {
    case comparison(FetchComparison.Operator)
    case quantifier(FetchComparison.Quantifier)
    case textOption(String)
    case expression(FetchExpression.Kind)
    case function(ExpressionFunction)
    case collectionOperator(CollectionOperator)
    case setOperation(SetOperation)
    case attributeType(AttributeType)
    case deleteRule(DeleteRule)
    case mergePolicy(MergePolicy)
    case capability(ConformanceCapability)
    case storeError(StoreError.Code)
    case queryError(QueryError.Code)
    case saveError(SaveError.Code)
    case validation(ValidationFailure.Code)
    case valueError(ValueError.Code)

    /// Kind and name.
    public var description: String {
        switch self {
        case .comparison(let value): "operator \(value.rawValue)"
        case .quantifier(let value): "quantifier \(value.rawValue)"
        case .textOption(let value): "option [\(value)]"
        case .expression(let value): "expression \(value.rawValue)"
        case .function(let value): "function \(value.rawValue)"
        case .collectionOperator(let value): "operator @\(value.rawValue)"
        case .setOperation(let value): "operator \(value.rawValue)"
        case .attributeType(let value): "attribute type \(value.rawValue)"
        case .deleteRule(let value): "delete rule \(value.rawValue)"
        case .mergePolicy(let value): "merge policy \(value.rawValue)"
        case .capability(let value): "capability \(value.rawValue)"
        case .storeError(let value): "StoreError \(value.rawValue)"
        case .queryError(let value): "QueryError \(value.rawValue)"
        case .saveError(let value): "SaveError \(value.rawValue)"
        case .validation(let value): "ValidationFailure \(value.rawValue)"
        case .valueError(let value): "ValueError \(value.rawValue)"
        }
    }
}
