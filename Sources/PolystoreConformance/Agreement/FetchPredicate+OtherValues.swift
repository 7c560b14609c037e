import Foundation
import PolystoreStorage

extension FetchPredicate {
    /// The same conditions beside other values of the same kinds, where all of them must hold and compare with values;
    /// itself when they do not.
    var withOtherValues: FetchPredicate {
        switch self {
        case .comparison(var comparison):
            guard case .constant(let value, _) = comparison.right else { return self }
            comparison.right = .constant(value.other)
            return .comparison(comparison)
        case .and(let parts): return .and(parts.map(\.withOtherValues))
        case .constant, .or, .not: return self
        }
    }
}

extension Value {
    /// Another value of the same kind, where there is one that is easily had.
    fileprivate var other: Value {
        switch self {
        case .boolean(let value): .boolean(!value)
        case .integer(let number): .integer(number &+ 1)
        case .double(let number): .double(number + 1.5)
        case .string(let text): .string(text + "a")
        case .date(let date): .date(date.addingTimeInterval(1))
        case .uuid: .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))
        case .missing, .decimal, .data, .uri, .object: self
        }
    }
}
