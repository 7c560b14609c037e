import Foundation
import PolystoreModel

/// The order and equality of single values: the contract that every store keeps.
///
/// Numbers of all types compare exactly; text, URIs, UUIDs and data by their bytes; false before true; dates by time.
public enum ValueOrder {
    /// Below zero, zero or above zero; nil when the values are of kinds that do not compare, one is missing, or both are
    /// objects, which have no order.
    public static func order(_ left: Value, _ right: Value, folding: TextFolding = []) -> Int? {
        switch (left, right) {
        case (.boolean(let left), .boolean(let right)): left == right ? 0 : right ? -1 : 1
        case (.integer(let left), .integer(let right)): NumberComparison.order(left, right)
        case (.integer(let left), .double(let right)): NumberComparison.order(left, right)
        case (.integer(let left), .decimal(let right)): NumberComparison.order(left, right)
        case (.double(let left), .integer(let right)): NumberComparison.order(left, right)
        case (.double(let left), .double(let right)): NumberComparison.order(left, right)
        case (.double(let left), .decimal(let right)): NumberComparison.order(left, right)
        case (.decimal(let left), .integer(let right)): NumberComparison.order(left, right)
        case (.decimal(let left), .double(let right)): NumberComparison.order(left, right)
        case (.decimal(let left), .decimal(let right)): NumberComparison.order(left, right)
        case (.date(let left), .date(let right)):
            NumberComparison.order(left.timeIntervalSinceReferenceDate, right.timeIntervalSinceReferenceDate)
        case (.string(let left), .string(let right)): order(left, right, folding)
        case (.uri(let left), .uri(let right)): order(left.absoluteString, right.absoluteString, folding)
        case (.data(let left), .data(let right)):
            left.withUnsafeBytes { left in right.withUnsafeBytes { TextSearch.order(left, $0) } }
        case (.uuid(let left), .uuid(let right)):
            withUnsafeBytes(of: left.uuid) { left in
                withUnsafeBytes(of: right.uuid) { TextSearch.order(left, $0) }
            }
        default: nil
        }
    }

    /// Whether the values are equal; a missing value equals a missing value only.
    public static func equals(_ left: Value, _ right: Value, folding: TextFolding = []) -> Bool {
        switch (left, right) {
        case (.missing, .missing): true
        case (.object(let left), .object(let right)): left == right
        default: order(left, right, folding: folding) == 0
        }
    }

    private static func order(_ left: String, _ right: String, _ folding: TextFolding) -> Int {
        TextBytes.with(left, folding) { left in TextBytes.with(right, folding) { TextSearch.order(left, $0) } }
    }
}
