import Foundation
import PolystoreModel

/// A comparison of texts by the rules of the process's locale, as `[l]` asks for.
///
/// Stores never do it, because their order is that of bytes.
struct LocalizedComparison {
    private let comparator: FetchComparison.Operator
    private let options: String.CompareOptions

    init(_ comparator: FetchComparison.Operator, _ options: FetchComparison.Options) {
        self.comparator = comparator
        var chosen: String.CompareOptions = []
        if options.contains(.caseInsensitive) { chosen.insert(.caseInsensitive) }
        if options.contains(.diacriticInsensitive) { chosen.insert(.diacriticInsensitive) }
        self.options = chosen
    }

    /// Whether the comparison holds.
    func matches(_ left: String, _ right: String) -> Bool {
        switch comparator {
        case .equal: order(left, right) == .orderedSame
        case .notEqual: order(left, right) != .orderedSame
        case .less: order(left, right) == .orderedAscending
        case .lessOrEqual: order(left, right) != .orderedDescending
        case .greater: order(left, right) == .orderedDescending
        case .greaterOrEqual: order(left, right) != .orderedAscending
        case .contains: has(left, right, [])
        case .beginsWith: has(left, right, .anchored)
        case .endsWith: has(left, right, [.anchored, .backwards])
        case .like:
            LikePattern(right.folding(options: options, locale: .current), folding: [])
                .matches(left.folding(options: options, locale: .current))
        // A regular expression says itself what it matches.
        case .matches, .between, .isIn: false
        }
    }

    private func order(_ left: String, _ right: String) -> ComparisonResult {
        left.compare(right, options: options, range: nil, locale: .current)
    }

    private func has(_ text: String, _ part: String, _ anchor: String.CompareOptions) -> Bool {
        part.isEmpty || text.range(of: part, options: options.union(anchor), range: nil, locale: .current) != nil
    }
}
