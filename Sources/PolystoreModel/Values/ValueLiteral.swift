import Foundation

/// The text of a value in model files: as short as the attribute's type allows, and exact.
///
/// Numbers are decimal numbers, booleans `true` and `false`, dates ISO 8601 in UTC or seconds since
/// 2001-01-01T00:00:00Z, bytes Base64; text is itself.
package enum ValueLiteral {
    /// The value that a text stands for; nil when it is no value of the type.
    package static func value(of text: String, type: AttributeType) -> Value? {
        switch type {
        case .integer16: Int16(text).map { .integer(Int64($0)) }
        case .integer32: Int32(text).map { .integer(Int64($0)) }
        case .integer64: Int64(text).map(Value.integer)
        case .double: number(text).map(Value.double)
        case .float: number(text).map { .double(Double(Float($0))) }
        case .decimal: decimal(text).map(Value.decimal)
        case .string: .string(text)
        case .boolean: text == "true" ? .boolean(true) : text == "false" ? .boolean(false) : nil
        case .date:
            (DateLiteral.date(of: text) ?? number(text).map(Date.init(timeIntervalSinceReferenceDate:))).map(Value.date)
        case .binary, .transformable: Data(base64Encoded: text).map(Value.data)
        case .uuid: UUID(uuidString: text).map(Value.uuid)
        case .uri: text.isEmpty ? nil : URL(string: text, encodingInvalidCharacters: false).map(Value.uri)
        case .undefined, .composite, .objectID: nil
        }
    }

    /// The text of a value; nil when the value is missing or no value of the type.
    package static func text(of value: Value, type: AttributeType) -> String? {
        let text: String? =
            switch (type, value) {
            case (_, .integer(let value)) where type.isNumber: String(value)
            case (.double, .double(let value)), (.float, .double(let value)): value.description
            case (.decimal, .decimal(let value)): value.description
            case (.string, .string(let value)): value
            case (.boolean, .boolean(let value)): String(value)
            case (.date, .date(let value)): DateLiteral.text(of: value)
            case (.binary, .data(let value)), (.transformable, .data(let value)): value.base64EncodedString()
            case (.uuid, .uuid(let value)): value.uuidString
            case (.uri, .uri(let value)): value.absoluteString
            default: nil
            }
        return text.flatMap { self.value(of: $0, type: type) == value ? $0 : nil }
    }

    /// How the values of a type are written, for messages.
    package static func form(of type: AttributeType) -> String {
        switch type {
        case .integer16: "an integer from -32768 to 32767"
        case .integer32: "an integer from -2147483648 to 2147483647"
        case .integer64: "an integer of 64 bits"
        case .double, .float: "a number"
        case .decimal: "a decimal number of at most 38 digits"
        case .string: "text"
        case .boolean: "true or false"
        case .date: "a date such as 2001-01-01T00:00:00Z"
        case .binary, .transformable: "bytes in Base64"
        case .uuid: "a UUID"
        case .uri: "a URI"
        case .undefined, .composite, .objectID: "no value"
        }
    }

    private static func number(_ text: String) -> Double? {
        guard let value = Double(text), !value.isNaN else { return nil }
        return value == 0 ? 0 : value
    }

    /// Foundation reads a number from the front of a text and ignores the rest, so the form is checked here.
    private static func decimal(_ text: String) -> Decimal? {
        var rest = Substring(text)
        if rest.first == "-" || rest.first == "+" { rest.removeFirst() }
        let mantissa = rest.prefix { $0 != "e" && $0 != "E" }
        let exponent = rest.dropFirst(mantissa.count + 1)
        let parts = mantissa.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isDigit) }),
            mantissa.count == rest.count || Int8(exponent) != nil
        else { return nil }
        let digits = mantissa.filter { $0 != "." }.drop { $0 == "0" }
        guard digits.count <= 38 else { return nil }
        return Decimal(string: text)
    }

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
}
