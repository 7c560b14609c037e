import PolystoreModel

/// An operand of a resolved comparison.
public enum ResolvedOperand: Hashable, Sendable {
    /// A value.
    case constant(Value)
    /// What a path of the evaluated object leads to.
    case path(ResolvedPath)
    /// A list of values, for `IN` (any number) and `BETWEEN` (two bounds).
    case values([Value])
    /// A set of objects by ID, for `IN`: may be large.
    case objects(Set<ObjectID>)
}
