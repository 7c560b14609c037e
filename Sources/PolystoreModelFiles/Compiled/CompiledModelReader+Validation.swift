import Foundation
import PolystoreModel

/// What values must satisfy: compilers write conditions for what people choose in Xcode, and those are read back.
extension CompiledModelReader {
    mutating func readValidation(
        of attribute: inout AttributeDescription, _ object: ArchivedObject, _ what: String, at path: ModelPath
    ) {
        let conditions = elements(of: archive.value(object, "NSValidationPredicates")?.object)
        let unread = conditions.filter { condition in
            var read = attribute.validation
            guard let object = condition.object, let predicate = predicate(object),
                add(predicate, to: &read, of: attribute.type)
            else { return true }
            attribute.validation = read
            return false
        }
        if !unread.isEmpty {
            let form = "a form that Xcode does not write, and"
            remark(
                unread.count == 1
                    ? "a condition on \(what) has \(form) stays behind"
                    : "\(unread.count) conditions on \(what) have \(form) stay behind", at: path)
        }
    }

    /// Adds a condition to what is checked; false when it is none of the forms that Xcode writes.
    private func add(
        _ predicate: FetchPredicate, to validation: inout AttributeValidation, of type: AttributeType
    )
        -> Bool
    {
        switch predicate {
        case .and(let parts): parts.allSatisfy { add($0, to: &validation, of: type) }
        case .comparison(let comparison): add(comparison, to: &validation, of: type)
        default: false
        }
    }

    private func add(
        _ comparison: FetchComparison, to validation: inout AttributeValidation, of type: AttributeType
    ) -> Bool {
        guard case .constant(let constant, _) = comparison.right, comparison.quantifier == .none else { return false }
        switch (comparison.left, comparison.comparator, constant) {
        case (.evaluatedObject, .matches, .string(let pattern)) where comparison.options.isEmpty:
            validation.pattern = pattern
        case (.keyPath(["length"], _), .greaterOrEqual, .integer(let length)):
            validation.minimumLength = Int(clamping: length)
        case (.keyPath(["length"], _), .lessOrEqual, .integer(let length)):
            validation.maximumLength = Int(clamping: length)
        case (.evaluatedObject, .greaterOrEqual, _),
            (.keyPath(["timeIntervalSinceReferenceDate"], _), .greaterOrEqual, _):
            guard let bound = bound(constant, of: type) else { return false }
            validation.minimum = bound
        case (.evaluatedObject, .lessOrEqual, _), (.keyPath(["timeIntervalSinceReferenceDate"], _), .lessOrEqual, _):
            guard let bound = bound(constant, of: type) else { return false }
            validation.maximum = bound
        default: return false
        }
        return true
    }

    /// A bound as a value of the attribute's type; nil when it is none.
    private func bound(_ value: Value, of type: AttributeType) -> Value? {
        switch (type, value) {
        case (.integer16, .integer), (.integer32, .integer), (.integer64, .integer), (.double, .double),
            (.float, .double), (.decimal, .decimal), (.date, .date):
            value
        case (.integer16, .double(let number)), (.integer32, .double(let number)), (.integer64, .double(let number)):
            Int64(exactly: number).map(Value.integer)
        case (.double, .integer(let number)), (.float, .integer(let number)): .double(Double(number))
        case (.decimal, .integer(let number)): .decimal(Decimal(number))
        case (.decimal, .double(let number)) where number.isFinite: .decimal(Decimal(number))
        case (.date, .double(let seconds)) where seconds.isFinite:
            .date(Date(timeIntervalSinceReferenceDate: seconds))
        case (.date, .integer(let seconds)): .date(Date(timeIntervalSinceReferenceDate: Double(seconds)))
        default: nil
        }
    }
}
