import Foundation
import PolystoreModel

extension ResolvedExpression {
    /// Constant folding: the result of an expression of constants only.
    package enum ConstantResult {
        /// One value.
        case value(Value)
        /// The elements of a collection.
        case list([Value])
    }

    /// The result of the expression; nil when it asks for an object or a variable.
    ///
    /// - Throws: `QueryError` when it cannot be computed: then it cannot be for any object.
    package var constantResult: ConstantResult? {
        get throws {
            guard isConstant else { return nil }
            var run = ExpressionRun(row: nil, source: NoRows(), patterns: PatternCache(), variables: [])
            switch try run.result(of: self) {
            case .value(let value): return .value(value)
            case .list(let values): return .list(values)
            }
        }
    }

    /// The single value of an expression that starts at constants.
    package func value(from source: any RowSource) throws -> Value {
        var run = ExpressionRun(row: nil, source: source, patterns: PatternCache(), variables: [])
        return try run.result(of: self).single
    }

    private var isConstant: Bool {
        switch self {
        case .constant: true
        case .list, .function, .cast, .combination, .end, .size, .element: parts.allSatisfy(\.isConstant)
        default: false
        }
    }
}

/// Where there are no objects.
private final class NoRows: RowSource {
    func withRow<Result>(of object: ObjectID, _ body: (RowView) throws -> Result) throws -> Result? { nil }
    func related(_ relationship: ModelRelationship, of object: ObjectID) throws -> [ObjectID] { [] }
}
