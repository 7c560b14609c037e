import PolystoreQuery

/// What the conditions of a query ask of indexes, without their values: where the paths do not have to be counted, queries
/// of the same forms take the same one.
struct ConditionForms: Hashable, Sendable {
    private let forms: UInt64
    private let count: Int

    /// Takes the forms of conditions; nil when there are too many of them.
    init?(_ conditions: [ElementCondition?]) {
        guard conditions.count <= 32 else { return nil }
        var forms: UInt64 = 0
        for condition in conditions {
            forms <<= 2
            guard let condition else { continue }
            switch condition.kind {
            // Several values are several ranges, whose number decides how they are walked.
            case .oneOf(let values): if values.count == 1 { forms |= 1 } else { return nil }
            case .between: forms |= condition.isExact ? 2 : 3
            }
        }
        (self.forms, count) = (forms, conditions.count)
    }
}
