import Foundation
import PolystoreModel

@testable import PolystoreQuery

/// Comparison of values by means that the product does not use.
///
/// Numbers are quarters below 2^100, so that four times each is an exact 128-bit integer.
enum NaiveValues {
    static func equal(_ left: Value, _ right: Value, _ options: FetchComparison.Options) -> Bool {
        if left.isMissing || right.isMissing { return left.isMissing && right.isMissing }
        if let left = number(left), let right = number(right) { return left == right }
        if let left = bytes(left, options), let right = bytes(right, options) { return left == right }
        return left == right
    }

    static func less(_ left: Value, _ right: Value, _ options: FetchComparison.Options) -> Bool {
        if let left = number(left), let right = number(right) { return left < right }
        guard let left = bytes(left, options), let right = bytes(right, options) else { return false }
        return left.lexicographicallyPrecedes(right)
    }

    static func text(
        _ left: Value, _ comparator: FetchComparison.Operator, _ right: Value, _ options: FetchComparison.Options
    ) -> Bool {
        guard case .string = right, let text = bytes(left, options), let sought = bytes(right, options) else {
            return false
        }
        switch comparator {
        case .beginsWith: return text.starts(with: sought)
        case .endsWith: return text.reversed().starts(with: sought.reversed())
        case .contains:
            return sought.count <= text.count
                && (0...(text.count - sought.count)).contains { text[$0...].starts(with: sought) }
        default: return like(Array(String(decoding: text, as: UTF8.self).unicodeScalars)[...], pattern(right, options))
        }
    }

    /// A number times four; booleans, dates and infinities too.
    private static func number(_ value: Value) -> Int128? {
        switch value {
        case .boolean(let value): value ? 4 : 0
        case .integer(let value): Int128(value) * 4
        case .double(let value): quarters(value)
        case .date(let value): quarters(value.timeIntervalSinceReferenceDate)
        case .decimal(let value): Int128(NSDecimalNumber(decimal: value * 4).stringValue) ?? .max
        default: nil
        }
    }

    private static func quarters(_ value: Double) -> Int128 {
        value == .infinity ? .max : value == -.infinity ? .min : Int128(value * 4)
    }

    private static func bytes(_ value: Value, _ options: FetchComparison.Options) -> [UInt8]? {
        switch value {
        case .string(let text): TextFolding(options).fold(Array(text.utf8))
        case .uri(let uri): Array(uri.absoluteString.utf8)
        case .uuid(let uuid): withUnsafeBytes(of: uuid.uuid) { Array($0) }
        case .data(let data): Array(data)
        default: nil
        }
    }

    private static func pattern(_ value: Value, _ options: FetchComparison.Options) -> ArraySlice<Unicode.Scalar> {
        guard case .string(let text) = value else { return [] }
        return Array(TextFolding(options).fold(text).unicodeScalars)[...]
    }

    private static func like(_ text: ArraySlice<Unicode.Scalar>, _ pattern: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        switch first {
        case "*":
            return like(text, pattern.dropFirst()) || (!text.isEmpty && like(text.dropFirst(), pattern))
        case "?": return !text.isEmpty && like(text.dropFirst(), pattern.dropFirst())
        default: return text.first == first && like(text.dropFirst(), pattern.dropFirst())
        }
    }
}
