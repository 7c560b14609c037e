import Foundation
import PolystoreModel

/// Turns tagged values into the Swift values that transient attributes are kept as.
enum TransientValue {
    static func untagged(_ value: Value) -> (any Sendable)? {
        switch value {
        case .missing: nil
        case .boolean(let value): value
        case .integer(let value): value
        case .double(let value): value
        case .decimal(let value): value
        case .string(let value): value
        case .date(let value): value
        case .data(let value): value
        case .uuid(let value): value
        case .uri(let value): value
        case .object(let value): value
        }
    }
}
