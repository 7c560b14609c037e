import Foundation
import PolystoreModel

extension CastType {
    /// A value as the type; missing where it has no meaning there.
    ///
    /// Dates and numbers stand for each other as seconds since 2001-01-01T00:00:00Z; text is what a literal would be.
    func value(_ value: Value) -> Value {
        switch (self, value) {
        case (.integer, .integer), (.double, .double), (.decimal, .decimal), (.string, .string), (.boolean, .boolean),
            (.date, .date):
            return value
        case (.string, _): return text(value).map(Value.string) ?? .missing
        case (.integer, .boolean(let truth)), (.double, .boolean(let truth)), (.decimal, .boolean(let truth)):
            return self.value(.integer(truth ? 1 : 0))
        case (.integer, .double(let number)):
            return Int64(exactly: number.rounded(.towardZero)).map(Value.integer) ?? .missing
        case (.integer, .decimal(let number)):
            let double = Value.decimal(number).nearestDouble ?? .nan
            guard abs(double) < 9e18 else { return .missing }
            var (source, whole) = (number, Decimal())
            NSDecimalRound(&whole, &source, 0, number < 0 ? .up : .down)
            return .integer(NSDecimalNumber(decimal: whole).int64Value)
        case (.double, .integer), (.double, .decimal): return value.nearestDouble.map(Value.double) ?? .missing
        case (.decimal, .integer): return value.exactDecimal.map(Value.decimal) ?? .missing
        case (.decimal, .double(let number)): return FormatLiteral.decimal(number.description) ?? .missing
        case (.boolean, .integer(let number)): return .boolean(number != 0)
        case (.double, .date(let date)): return .double(date.timeIntervalSinceReferenceDate)
        case (.integer, .date(let date)): return self.value(.double(date.timeIntervalSinceReferenceDate))
        case (.date, .integer), (.date, .double), (.date, .decimal):
            return value.nearestDouble.map { .date(Date(timeIntervalSinceReferenceDate: $0)) } ?? .missing
        case (_, .string(let text)): return read(text)
        default: return .missing
        }
    }

    private func read(_ text: String) -> Value {
        switch self {
        case .integer: Int64(text).map(Value.integer) ?? .missing
        case .double: Double(text).flatMap { $0.isNaN ? nil : .double($0) } ?? .missing
        case .decimal:
            text.allSatisfy { ($0.isASCII && $0.isNumber) || $0 == "." || $0 == "-" }
                ? FormatLiteral.decimal(text) ?? .missing : .missing
        case .boolean: text == "true" ? .boolean(true) : text == "false" ? .boolean(false) : .missing
        case .date: DateText.date(text).map(Value.date) ?? .missing
        case .string: .string(text)
        }
    }

    private func text(_ value: Value) -> String? {
        switch value {
        case .boolean(let truth): String(truth)
        case .integer(let number): String(number)
        case .double(let number): number.description
        case .decimal(let number): number.description
        case .date(let date): DateText.text(date)
        case .uuid(let uuid): uuid.uuidString
        case .uri(let uri): uri.absoluteString
        case .string, .missing, .data, .object: nil
        }
    }
}
