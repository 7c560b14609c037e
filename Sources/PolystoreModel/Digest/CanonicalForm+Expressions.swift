import Foundation

/// Expressions as bytes: each form starts with its name, so that new forms change nothing for old ones.
extension CanonicalForm {
    mutating func append(_ expression: FetchExpression) {
        switch expression {
        case .constant(let value, _):
            append("constant")
            append(value)
        case .keyPath(let names, _):
            append("keyPath")
            append(names) { $0.append($1) }
        case .evaluatedObject: append("evaluatedObject")
        case .variable(let name):
            append("variable")
            append(name)
        case .aggregate(let parts):
            append("aggregate")
            append(parts) { $0.append($1) }
        case .function(let name, let arguments):
            append("function")
            append(name)
            append(arguments) { $0.append($1) }
        case .conditional(let predicate, let first, let second):
            append("conditional")
            append(predicate)
            append(first)
            append(second)
        case .subquery(let collection, let variable, let predicate):
            append("subquery")
            append(collection)
            append(variable)
            append(predicate)
        case .path(let start, let names):
            append("path")
            append(start)
            append(names) { $0.append($1) }
        case .element(let collection, let element):
            append("element")
            append(collection)
            append(element)
        case .combination(let first, let operation, let second):
            append("combination")
            append(operation.rawValue)
            append(first)
            append(second)
        case .assignment(let name, let value):
            append("assignment")
            append(name)
            append(value)
        case .fetch(let request, let countOnly):
            append("fetch")
            append(countOnly)
            append(request)
        }
    }

    private mutating func append(_ request: FetchRequestDescription) {
        append(request.entityName)
        append(request.predicate) { $0.append($1) }
        append(request.sortKeys) { form, key in
            form.append(key.expression)
            form.append(key.isAscending)
            form.append(Int(key.options.rawValue))
        }
        append(request.limit) { $0.append($1) }
        append(request.offset)
        append(request.includesSubentities)
        append(request.includesPendingChanges)
        append(request.batchSize) { $0.append($1) }
        append(request.prefetchedKeyPaths) { form, names in form.append(names) { $0.append($1) } }
        append(request.affectedStores) { form, names in form.append(names) { $0.append($1) } }
    }

    private mutating func append(_ element: ElementSelector) {
        switch element {
        case .first: append("first")
        case .last: append("last")
        case .size: append("size")
        case .index(let number):
            append("index")
            append(number)
        }
    }

    mutating func append(_ predicate: FetchPredicate) {
        switch predicate {
        case .constant(let truth):
            append("constant")
            append(truth)
        case .comparison(let comparison):
            append("comparison")
            append(comparison.comparator.rawValue)
            append(comparison.quantifier.rawValue)
            append(Int(comparison.options.rawValue))
            append(comparison.left)
            append(comparison.right)
        case .and(let parts):
            append("and")
            append(parts) { $0.append($1) }
        case .or(let parts):
            append("or")
            append(parts) { $0.append($1) }
        case .not(let part):
            append("not")
            append(part)
        }
    }

    package mutating func append(_ value: Value) {
        append(value.kindName)
        switch value {
        case .missing: break
        case .boolean(let truth): append(truth)
        case .integer(let number): append(Int(number))
        case .double(let number): append(Int(bitPattern: UInt(number.bitPattern)))
        case .decimal(let number):
            // Equal decimals have equal normalised fields, however many zeros they were written with.
            let fields = DecimalFields(number)?.normalized
            append(fields.map { [$0.isNegative ? "-" : "+", String($0.magnitude), String($0.exponent)] } ?? []) {
                $0.append($1)
            }
        case .string(let text): append(text)
        case .date(let date): append(Int(bitPattern: UInt(date.timeIntervalSinceReferenceDate.bitPattern)))
        case .data(let data): append(Array(data))
        case .uuid(let identifier): append(withUnsafeBytes(of: identifier.uuid) { Array($0) })
        case .uri(let address): append(address.absoluteString)
        case .object(let object): append(object.description)
        }
    }
}
