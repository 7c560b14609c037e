import Foundation
import PolystoreModel

extension CompiledModelReader {
    /// How deep conditions may lie inside of each other.
    private static let depthLimit = 64

    private static let operators: [Int64: FetchComparison.Operator] = [
        0: .less, 1: .lessOrEqual, 2: .greater, 3: .greaterOrEqual, 4: .equal, 5: .notEqual, 6: .matches, 7: .like,
        8: .beginsWith, 9: .endsWith, 10: .isIn, 99: .contains, 100: .between,
    ]

    mutating func request(
        _ object: ArchivedObject, entity: String?, of what: String, at path: ModelPath
    ) -> FetchRequestDescription? {
        guard let entity = archive.value(object, "NSEntity")?.object.flatMap(entityName) ?? entity else {
            remark("\(what) names no entity, and is left out", at: path)
            return nil
        }
        var request = FetchRequestDescription(entityName: entity)
        if let condition = archive.value(object, "NSPredicate")?.object {
            guard let predicate = predicate(condition) else {
                remark("\(what) has a condition that is not read, and is left out", at: path)
                return nil
            }
            request.predicate = predicate
        }
        let limit = archive.value(object, "NSFetchLimit")?.integer ?? 0
        if limit > 0 { request.limit = Int(clamping: limit) }
        let batch = archive.value(object, "NSBatchSize")?.integer ?? 0
        if batch > 0 { request.batchSize = Int(clamping: batch) }
        let offset = archive.value(object, "NSFetchOffset")?.integer ?? 0
        if offset > 0 { request.offset = Int(clamping: offset) }
        let keys = elements(of: archive.value(object, "NSSortDescriptors")?.object)
        request.sortKeys = keys.compactMap { $0.object.flatMap(sortKey) }
        if request.sortKeys.count != keys.count {
            remark("\(what) is sorted in a way that is not read, and comes in another order", at: path)
            request.sortKeys = []
        }
        return request
    }

    /// A key to sort by; nil for one that compares in a way of its own.
    private func sortKey(_ object: ArchivedObject) -> SortKey? {
        guard let path = archive.value(object, "NSKey")?.string, !path.isEmpty else { return nil }
        let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let isAscending = archive.value(object, "NSAscending")?.boolean ?? true
        switch archive.value(object, "NSSelector")?.string {
        case nil, "compare:": return SortKey(names, ascending: isAscending)
        case "caseInsensitiveCompare:": return SortKey(names, ascending: isAscending, options: .caseInsensitive)
        default: return nil
        }
    }

    /// A condition; nil when a part of it is not known.
    mutating func predicate(_ object: ArchivedObject, depth: Int = 0) -> FetchPredicate? {
        guard depth < Self.depthLimit else { return nil }
        switch archive.className(of: object) {
        case "NSTruePredicate": return .constant(true)
        case "NSFalsePredicate": return .constant(false)
        case "NSCompoundPredicate":
            let values = elements(of: archive.value(object, "NSSubpredicates")?.object)
            let parts = values.compactMap { $0.object.flatMap { predicate($0, depth: depth + 1) } }
            guard parts.count == values.count else { return nil }
            switch archive.value(object, "NSCompoundPredicateType")?.integer {
            case 0?: return parts.count == 1 ? .not(parts[0]) : nil
            case 1?: return .and(parts)
            case 2?: return .or(parts)
            default: return nil
            }
        case "NSComparisonPredicate": return comparison(object, depth: depth)
        default: return nil
        }
    }

    private mutating func comparison(_ object: ArchivedObject, depth: Int) -> FetchPredicate? {
        guard
            let left = archive.value(object, "NSLeftExpression")?.object.flatMap({ expression($0, depth: depth + 1) }),
            let right = archive.value(object, "NSRightExpression")?.object.flatMap({ expression($0, depth: depth + 1) }
            ),
            let operation = archive.value(object, "NSPredicateOperator")?.object,
            let comparator = archive.value(operation, "NSOperatorType")?.integer.flatMap({ Self.operators[$0] })
        else { return nil }
        let modifiers: [Int64: FetchComparison.Quantifier] = [0: .none, 1: .all, 2: .any]
        guard let quantifier = modifiers[archive.value(operation, "NSModifier")?.integer ?? 0] else { return nil }
        // Case 1, diacritics 2, normalized 4, as in the predicate language here.
        let number = archive.value(operation, "NSOptions")?.integer ?? archive.value(operation, "NSFlags")?.integer ?? 0
        guard let options = UInt8(exactly: number), options <= 7 else { return nil }
        return .comparison(
            FetchComparison(
                left, comparator, right, quantifier: quantifier, options: .init(rawValue: options)))
    }

    /// An expression; nil when a part of it is not known.
    mutating func expression(_ object: ArchivedObject, depth: Int = 0) -> FetchExpression? {
        guard depth < Self.depthLimit else { return nil }
        switch archive.className(of: object) {
        case "NSConstantValueExpression": return constant(archive.value(object, "NSConstantValue"))
        case "NSSelfExpression": return .evaluatedObject
        case "NSVariableExpression": return archive.value(object, "NSVariable")?.string.map(FetchExpression.variable)
        case "NSKeyPathSpecifierExpression":
            return archive.value(object, "NSKeyPath")?.string.map { path in
                .keyPath(path.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
            }
        case "NSKeyPathExpression": return keyPath(object, depth: depth)
        case "NSFunctionExpression": return function(object, depth: depth)
        case "NSAggregateExpression":
            let values = elements(of: archive.value(object, "NSCollection")?.object)
            let parts = values.compactMap { $0.object.flatMap { expression($0, depth: depth + 1) } }
            return parts.count == values.count ? .aggregate(parts) : nil
        default: return nil
        }
    }

    /// A path from the object itself; other starts are not read.
    private mutating func keyPath(_ object: ArchivedObject, depth: Int) -> FetchExpression? {
        let start = archive.value(object, "NSOperand")?.object
        guard start.flatMap({ archive.className(of: $0) }) ?? "NSSelfExpression" == "NSSelfExpression" else {
            return nil
        }
        let operands = elements(of: archive.value(object, "NSArguments")?.object)
        guard operands.count == 1, let operand = operands[0].object else { return nil }
        if archive.className(of: operand) == "NSConstantValueExpression" {
            return archive.value(operand, "NSConstantValue")?.string.map { path in
                .keyPath(path.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
            }
        }
        return expression(operand, depth: depth + 1)
    }

    private mutating func function(_ object: ArchivedObject, depth: Int) -> FetchExpression? {
        guard let selector = archive.value(object, "NSSelectorName")?.string else { return nil }
        let values = elements(of: archive.value(object, "NSArguments")?.object)
        let operands = values.compactMap { $0.object.flatMap { expression($0, depth: depth + 1) } }
        guard operands.count == values.count else { return nil }
        let name = selector.hasSuffix(":") ? String(selector.dropLast()) : selector
        switch (name, operands.count) {
        case ("now", 0): return .function("now", [])
        case ("canonical", 1), ("uppercase", 1), ("lowercase", 1): return .function(name, operands)
        // Aggregates are compiled from paths such as `things.@count`.
        case ("count", 1), ("sum", 1), ("min", 1), ("max", 1), ("average", 1):
            guard case .keyPath(let path, _) = operands[0] else { return nil }
            return .keyPath(path + ["@" + (name == "average" ? "avg" : name)])
        default: return nil
        }
    }

    private func constant(_ value: ArchivedValue?) -> FetchExpression? {
        switch value {
        case nil: .constant(.missing)
        case .boolean(let value)?: .constant(.boolean(value))
        case .integer(let value)?: .constant(.integer(value))
        case .double(let value)?: .constant(.double(value))
        case .date(let seconds)?: .constant(.date(Date(timeIntervalSinceReferenceDate: seconds)))
        case .data(let bytes)?: .constant(.data(Data(bytes)))
        case .string(let text)?: .constant(.string(text))
        case .object?: nil
        }
    }
}
