import Foundation
import PolystoreModel

/// The texts that Xcode writes for types and values.
enum AttributeText {
    /// The name of each type.
    static let typeNames: [(name: String, type: AttributeType)] = [
        ("Undefined", .undefined), ("Integer 16", .integer16), ("Integer 32", .integer32), ("Integer 64", .integer64),
        ("Decimal", .decimal), ("Double", .double), ("Float", .float), ("String", .string), ("Boolean", .boolean),
        ("Date", .date), ("Binary", .binary), ("UUID", .uuid), ("URI", .uri), ("Transformable", .transformable),
        ("Composite", .composite), ("ObjectID", .objectID),
    ]

    /// The type of a name.
    static func type(named name: String) -> AttributeType? { typeNames.first { $0.name == name }?.type }

    /// The name of a type.
    static func name(of type: AttributeType) -> String { typeNames.first { $0.type == type }?.name ?? "Undefined" }

    /// The value that a text stands for; nil when it is no value of the type.
    static func value(of text: String, type: AttributeType) -> Value? {
        switch type {
        case .boolean:
            switch text {
            case "YES", "true", "1": .boolean(true)
            case "NO", "false", "0": .boolean(false)
            default: nil
            }
        // Xcode leaves '0.0' where the type of an attribute was changed to an integer.
        case .integer16, .integer32, .integer64:
            ValueLiteral.value(of: text, type: type) ?? Double(text).flatMap { Int64(exactly: $0) }.map(Value.integer)
        case .date: seconds(text).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
        default: ValueLiteral.value(of: text, type: type)
        }
    }

    /// The truth that a text stands for, however it is written; nil when it is none.
    static func truth(of text: String) -> Bool? {
        switch text.lowercased() {
        case "yes", "true", "1": true
        case "no", "false", "0": false
        default: nil
        }
    }

    /// The value that Core Data gives to a text that Xcode does not write for the type: a truth where a number is meant,
    /// a number with space around it or without a digit on one side of its point; nil when it is no value there either.
    static func oddValue(of text: String, type: AttributeType) -> Value? {
        let word = text.trimmingCharacters(in: .whitespaces)
        if type == .boolean { return truth(of: word).map(Value.boolean) }
        guard type.isNumber else { return word == text ? nil : value(of: word, type: type) }
        if let value = value(of: word, type: type) { return value }
        switch word.lowercased() {
        case "yes", "true": return ValueLiteral.value(of: "1", type: type)
        case "no", "false": return ValueLiteral.value(of: "0", type: type)
        default: break
        }
        guard type == .decimal, word.contains(where: \.isNumber) else { return nil }
        let sign = word.prefix { $0 == "-" || $0 == "+" }
        var digits = String(word.dropFirst(sign.count))
        if digits.hasPrefix(".") { digits = "0" + digits }
        if digits.hasSuffix(".") { digits += "0" }
        return ValueLiteral.value(of: sign + digits, type: type)
    }

    /// The text of a value; nil when the format has none.
    static func text(of value: Value, type: AttributeType) -> String? {
        switch (type, value) {
        case (.boolean, .boolean(let value)): value ? "YES" : "NO"
        case (.date, .date(let date)): seconds(date.timeIntervalSinceReferenceDate)
        default: ValueLiteral.text(of: value, type: type)
        }
    }

    private static func seconds(_ text: String) -> Double? {
        Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    private static func seconds(_ number: Double) -> String {
        Int64(exactly: number).map { String($0) } ?? number.description
    }
}
