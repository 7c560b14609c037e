import PolystoreModel
import PolystoreQuery

extension LanguageExample {
    /// The subjects of the example: every kind of node, operator, option and function in its text.
    var subjects: Set<ConformanceSubject> {
        // Objects have no URI yet; without one they are texts.
        guard let predicate = try? FetchPredicate(format: text.replacing("object(\"", with: "lowercase(\"")) else {
            return []
        }
        var subjects: Set<ConformanceSubject> = []
        collect(predicate, &subjects)
        return subjects
    }

    private func collect(_ predicate: FetchPredicate, _ subjects: inout Set<ConformanceSubject>) {
        switch predicate {
        case .constant: break
        case .and(let parts), .or(let parts): for part in parts { collect(part, &subjects) }
        case .not(let part): collect(part, &subjects)
        case .comparison(let comparison):
            subjects.insert(.comparison(comparison.comparator))
            subjects.insert(.quantifier(comparison.quantifier))
            for letter in comparison.options.letters { subjects.insert(.textOption(String(letter))) }
            collect(comparison.left, &subjects)
            collect(comparison.right, &subjects)
        }
    }

    private func collect(_ expression: FetchExpression, _ subjects: inout Set<ConformanceSubject>) {
        subjects.insert(.expression(expression.kind))
        switch expression {
        case .constant, .evaluatedObject, .variable: break
        case .keyPath(let names, _): collect(names, &subjects)
        case .path(let start, let names):
            collect(start, &subjects)
            collect(names, &subjects)
        case .aggregate(let parts): for part in parts { collect(part, &subjects) }
        case .function(let name, let parts):
            if let function = ExpressionFunction(rawValue: name) { subjects.insert(.function(function)) }
            for part in parts { collect(part, &subjects) }
        case .conditional(let test, let first, let second):
            collect(test, &subjects)
            collect(first, &subjects)
            collect(second, &subjects)
        case .subquery(let collection, _, let test):
            collect(collection, &subjects)
            collect(test, &subjects)
        case .element(let collection, let element):
            collect(collection, &subjects)
            if case .index(let number) = element { collect(number, &subjects) }
        case .combination(let first, let operation, let second):
            subjects.insert(.setOperation(operation))
            collect(first, &subjects)
            collect(second, &subjects)
        case .assignment(_, let value): collect(value, &subjects)
        case .fetch(let request, _):
            if let predicate = request.predicate { collect(predicate, &subjects) }
            for key in request.sortKeys { collect(key.expression, &subjects) }
        }
    }

    private func collect(_ names: [String], _ subjects: inout Set<ConformanceSubject>) {
        for name in names where name.hasPrefix("@") {
            if let operation = CollectionOperator(rawValue: String(name.dropFirst())) {
                subjects.insert(.collectionOperator(operation))
            }
        }
    }
}
