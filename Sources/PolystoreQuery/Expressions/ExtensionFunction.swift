import Foundation
import PolystoreModel

/// A function that a program adds to the expression language, under a name that texts and trees call it by.
///
///     let initials = try ExtensionFunction("initials", operands: 1, returning: .string) { operands in
///         guard case .string(let name) = operands[0] else { return .missing }
///         return .string(String(name.split(separator: " ").compactMap(\.first)))
///     }
///     try container.coordinator.register(initials)
///     try FetchPredicate(format: "initials(name) = 'AL'")
///
/// Only what is registered with a coordinator can be called, and a tree keeps nothing but the name. The function is
/// called on rows, above every store, so that all stores give the same answers; it must give the same result for the
/// same operands, on any thread.
public final class ExtensionFunction: Sendable {
    /// The name.
    public let name: String
    /// How many operands there are.
    public let operandCount: ClosedRange<Int>
    /// The type of the result, for checks before a request runs; nil when only the result tells.
    public let resultType: AttributeType?
    private let body: @Sendable ([Value]) throws -> Value

    /// Makes a function.
    ///
    /// - Parameters:
    ///   - name: A name of letters, digits and underscores that the language has no other use for.
    ///   - operandCount: How many operands there are.
    ///   - resultType: The type of the result; nil when only the result tells.
    ///   - body: Computes the result of single values; missing ones are among them.
    /// - Throws: `QueryError` with code `invalidFunctionName`.
    public init(
        _ name: String, operands operandCount: ClosedRange<Int>, returning resultType: AttributeType? = nil,
        _ body: @escaping @Sendable ([Value]) throws -> Value
    ) throws(QueryError) {
        let isTaken =
            ExpressionFunction.selectors[name] != nil || FormatLiteral(rawValue: name.lowercased()) != nil
            || FormatKeyword.isTaken(name) || RequestResolver.functionsLeftOut.contains(name)
        guard FormatKeyword.isName(name), !isTaken else {
            throw QueryError(.invalidFunctionName, [.function: name])
        }
        self.name = name
        self.operandCount = operandCount
        self.resultType = resultType
        self.body = body
    }

    /// Makes a function of so many operands.
    ///
    /// - Throws: `QueryError` with code `invalidFunctionName`.
    public convenience init(
        _ name: String, operands count: Int, returning resultType: AttributeType? = nil,
        _ body: @escaping @Sendable ([Value]) throws -> Value
    ) throws(QueryError) {
        try self.init(name, operands: max(count, 0)...max(count, 0), returning: resultType, body)
    }

    /// The result for some operands; what is not a number is missing, and zero has no sign.
    func value(_ operands: [Value]) throws(QueryError) -> Value {
        let value: Value
        do {
            value = try body(operands)
        } catch {
            throw QueryError(.functionFailed, [.function: name], cause: error)
        }
        switch value {
        case .double(let number): return .result(number)
        case .decimal(let number) where number.isNaN: return .missing
        default: return value
        }
    }
}

extension ExtensionFunction: Hashable {
    /// Whether both are the same function.
    public static func == (left: ExtensionFunction, right: ExtensionFunction) -> Bool { left === right }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
