import PolystoreModel

/// Counts what a store really does while it runs a plan, for `explain`.
///
/// A plan bears a meter only when the counts are wanted. The store adds what it knows, once when the plan has been run
/// and not row by row; a store that adds nothing is shown with the rows that it handed out. A plan that is run twice
/// counts twice.
public final class PlanMeter: Sendable {
    private struct Counts {
        var visited: Int?
        var passed: Int?
        var rows: [Int: Int] = [:]
    }

    private let counts = Locked(Counts())

    /// Makes a meter that has counted nothing.
    public init() {}

    /// Adds rows that a step handed on.
    ///
    /// - Parameters:
    ///   - rows: How many rows.
    ///   - step: The step's place in the plan's `steps`.
    public func add(rows: Int, step: Int) { counts.withLock { $0.rows[step, default: 0] += rows } }

    /// Adds what was looked at.
    ///
    /// - Parameters:
    ///   - visited: Rows and index entries that were looked at, wanted or not, without those that were passed over.
    ///   - passed: Index entries that were passed over because the entry itself says that its object is of another entity;
    ///     nil where the store does not count them.
    public func add(visited: Int, passed: Int? = nil) {
        counts.withLock { counts in
            counts.visited = (counts.visited ?? 0) + visited
            if let passed { counts.passed = (counts.passed ?? 0) + passed }
        }
    }

    /// The rows that a step handed on; nil where the store did not count them.
    public func rows(step: Int) -> Int? { counts.withLock { $0.rows[step] } }

    /// The rows and index entries that were looked at; nil where the store did not count them.
    public var visited: Int? { counts.withLock { $0.visited } }

    /// The index entries of other entities that were passed over, which `visited` does not hold; nil where the store did not
    /// count them.
    public var passed: Int? { counts.withLock { $0.passed } }
}
