/// How many faults a context may fulfill one at a time.
///
/// A loop over objects that reads a related row for each of them is the commonest way to make a program slow. It runs
/// well with ten rows and not with ten thousand, so a limit in tests and on staging machines finds it early:
///
/// ```swift
/// container.faultPolicy = .limited(to: 20)
/// ```
public struct FaultPolicy: Hashable, Sendable {
    /// The most single faults of one kind; nil for any number.
    let limit: Int?

    /// Any number of faults may be fulfilled one at a time.
    public static let unlimited = FaultPolicy(limit: nil)

    /// At most so many faults of one kind may be fulfilled one at a time: rows of an entity, or one relationship of
    /// different owners.
    ///
    /// The next one is not read: the object becomes inaccessible with `ContextError`, code `tooManyFaults`, which `save`,
    /// `fetch` and the end of `perform` throw, as they do with any access that failed. What is read together does not
    /// count: prefetched relationships, `fulfill`, batches. A count begins anew with `perform`, `save`, `rollback` and
    /// `reset`, and when the policy is set.
    public static func limited(to limit: Int) -> FaultPolicy { FaultPolicy(limit: max(0, limit)) }
}
