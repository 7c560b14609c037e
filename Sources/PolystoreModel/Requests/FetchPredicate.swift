/// A condition on objects: a plain tree of names and values, without parsing or evaluation.
///
/// Logic is two-valued: a comparison with a missing value is false, except `==` and `!=`, which treat a missing value
/// as a value; `not` is the complement.
public indirect enum FetchPredicate: Hashable, Sendable, Codable {
    /// True or false for every object.
    case constant(Bool)
    /// A comparison of two expressions.
    case comparison(FetchComparison)
    /// True when every part is; true when empty.
    case and([FetchPredicate])
    /// True when some part is; false when empty.
    case or([FetchPredicate])
    /// True exactly when the part is false.
    case not(FetchPredicate)
}
