/// The operators of key paths on collections; the raw value is the name behind `@`.
public enum CollectionOperator: String, Hashable, Sendable, CaseIterable {
    case count, sum
    case average = "avg"
    case minimum = "min"
    case maximum = "max"
    case unionOfObjects, distinctUnionOfObjects
    case unionOfArrays, distinctUnionOfArrays
    case unionOfSets, distinctUnionOfSets

    /// The function that makes one value of the elements; nil where they stay several.
    package var function: ExpressionFunction? {
        switch self {
        case .count: .count
        case .sum: .sum
        case .average: .average
        case .minimum: .minimum
        case .maximum: .maximum
        default: nil
        }
    }

    /// Whether equal elements count once.
    package var isDistinct: Bool {
        switch self {
        // A set holds an element once.
        case .distinctUnionOfObjects, .distinctUnionOfArrays, .distinctUnionOfSets, .unionOfSets: true
        default: false
        }
    }
}
