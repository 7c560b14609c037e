import Foundation
import PolystoreModel
import PolystoreQuery

/// Checks one attribute's value against what the model asks of it.
enum AttributeValidator {
    /// What is wrong with the value; nil when nothing is.
    static func failure(
        of attribute: ModelAttribute, in row: RowView, _ object: ManagedObject
    ) -> ValidationFailure.Code? {
        let index = row.layout.index(of: attribute.key)
        guard index >= 0 else {
            if attribute.isTransient { return transientFailure(attribute, object) }
            // Composites cannot be set, so a required one is missing.
            return attribute.type == .composite && !attribute.isOptional ? .missing : nil
        }
        return failure(of: attribute, in: row, at: row.layout.slots[index])
    }

    /// What is wrong with the value in a row's slot; nil when nothing is.
    static func failure(
        of attribute: ModelAttribute, in row: RowView, at slot: RowSlot
    ) -> ValidationFailure.Code? {
        if row.isMissing(slot) { return attribute.isOptional ? nil : .missing }
        guard attribute.isValidated else { return nil }
        let validation = attribute.description.validation
        if validation.minimum != nil || validation.maximum != nil {
            if let code = boundFailure(row.value(slot), validation) { return code }
        }
        if slot.kind.mayBeDeferred, let deferred = row.deferredData(slot) {
            return lengthFailure(deferred.length, validation)
        }
        guard slot.kind.isVariable else { return nil }
        if slot.kind == .string || slot.kind == .uri {
            let needsText =
                validation.minimumLength != nil || validation.maximumLength != nil || validation.pattern != nil
            return needsText ? textFailure(String(decoding: row.variable(slot), as: UTF8.self), attribute) : nil
        }
        return lengthFailure(row.variable(slot).count, validation)
    }

    /// What is wrong with a value that is not in a row.
    static func failure(of value: Value, _ attribute: ModelAttribute) -> ValidationFailure.Code? {
        if value.isMissing { return attribute.isOptional ? nil : .missing }
        guard attribute.isValidated else { return nil }
        let validation = attribute.description.validation
        if let code = boundFailure(value, validation) { return code }
        return switch value {
        case .string(let text): textFailure(text, attribute)
        case .uri(let uri): textFailure(uri.absoluteString, attribute)
        case .data(let data): lengthFailure(data.count, validation)
        default: nil
        }
    }

    private static func transientFailure(
        _ attribute: ModelAttribute, _ object: ManagedObject
    ) -> ValidationFailure.Code? {
        guard object.overlay?.transients[attribute.key] != nil else {
            return attribute.isOptional || !attribute.description.defaultValue.isMissing ? nil : .missing
        }
        let value = object.taggedValue(of: attribute)
        // A value that no row could hold, and that cannot be looked into.
        return value.isMissing ? nil : failure(of: value, attribute)
    }

    private static func boundFailure(_ value: Value, _ validation: AttributeValidation) -> ValidationFailure.Code? {
        if let minimum = validation.minimum, ValueOrder.isLess(value, minimum) { return .tooSmall }
        if let maximum = validation.maximum, ValueOrder.isLess(maximum, value) { return .tooLarge }
        return nil
    }

    private static func textFailure(_ text: String, _ attribute: ModelAttribute) -> ValidationFailure.Code? {
        if let code = lengthFailure(text.count, attribute.description.validation) { return code }
        guard let pattern = attribute.pattern else { return nil }
        return pattern.matches(text) ? nil : .patternMismatch
    }

    private static func lengthFailure(_ length: Int, _ validation: AttributeValidation) -> ValidationFailure.Code? {
        if let minimum = validation.minimumLength, length < minimum { return .tooShort }
        if let maximum = validation.maximumLength, length > maximum { return .tooLong }
        return nil
    }
}
