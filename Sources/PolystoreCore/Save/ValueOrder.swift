import Foundation
import PolystoreModel
import PolystoreQuery

/// The order of tagged numbers and dates, for bounds.
enum ValueOrder {
    /// Whether one value is less than another; false for values that do not compare.
    static func isLess(_ left: Value, _ right: Value) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left < right
        case (.double(let left), .double(let right)): left < right
        case (.decimal(let left), .decimal(let right)): left < right
        case (.date(let left), .date(let right)): left < right
        case (.integer(let left), .double(let right)): NumberComparison.order(left, right) < 0
        case (.double(let left), .integer(let right)): NumberComparison.order(right, left) > 0
        case (.decimal(let left), .integer(let right)): left < Decimal(right)
        case (.integer(let left), .decimal(let right)): Decimal(left) < right
        case (.decimal(let left), .double(let right)): NumberComparison.order(left, right) < 0
        case (.double(let left), .decimal(let right)): NumberComparison.order(right, left) > 0
        default: false
        }
    }
}
