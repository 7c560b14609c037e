import PolystoreModel

extension ValidationFailure.Code {
    /// The number that Core Data has for the failure of a property of some type (`CoreDataErrors.h`).
    func coreDataCode(type: AttributeType?) -> Int {
        switch self {
        case .missing: 1570
        case .tooFew: 1580
        case .tooMany: 1590
        case .deleteDenied: 1600
        case .tooLarge: type == .date ? 1630 : 1610
        case .tooSmall: type == .date ? 1640 : 1620
        case .tooLong: 1660
        case .tooShort: 1670
        case .patternMismatch: 1680
        default: 1550
        }
    }
}

extension AttributeValidation {
    /// What is asked of a value that failed, in words.
    func rule(_ code: ValidationFailure.Code, type: AttributeType) -> String? {
        let unit = type == .string || type == .uri ? "characters" : "bytes"
        return switch code {
        case .tooSmall: minimum.flatMap { ValueLiteral.text(of: $0, type: type) }.map { "at least \($0)" }
        case .tooLarge: maximum.flatMap { ValueLiteral.text(of: $0, type: type) }.map { "at most \($0)" }
        case .tooShort: minimumLength.map { "at least \($0) \(unit)" }
        case .tooLong: maximumLength.map { "at most \($0) \(unit)" }
        case .patternMismatch: pattern.map { "matches '\($0)'" }
        default: nil
        }
    }
}
