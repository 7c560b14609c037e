/// What a measurement says about a limit.
public enum Verdict: String, Hashable, Sendable, Codable, CaseIterable {
    /// The whole interval is within the limit.
    case met
    /// The whole interval is beyond the limit.
    case missed
    /// The interval crosses the limit, or there are too few rounds for an interval.
    case undecided

    /// Judges the ratios of rounds; `isLeast` says that the limit is a least value, not a greatest.
    public init(_ ratios: Distribution, limit: Double, isLeast: Bool) {
        guard let range = ratios.interval else {
            self = .undecided
            return
        }
        if isLeast ? range.lowerBound >= limit : range.upperBound <= limit {
            self = .met
        } else if isLeast ? range.upperBound < limit : range.lowerBound > limit {
            self = .missed
        } else {
            self = .undecided
        }
    }
}
