import PolystoreStorage

/// Counts what a walk looks at.
///
/// Used on one thread; the counts are bumped for every object, so nothing guards them.
final class WalkCounter {
    /// Objects that were looked at, by their entry, their row or both.
    @exclusivity(unchecked) var visited = 0
    /// Entries that were passed over by the number of their entity, which are none of those.
    @exclusivity(unchecked) var passed = 0
    /// Those of the objects looked at that the plan's access path leads to.
    @exclusivity(unchecked) var found = 0
    /// Those of them that satisfy the filter.
    @exclusivity(unchecked) var kept = 0
    /// How many rows are still wanted.
    @exclusivity(unchecked) var wanted = Int.max

    /// Adds what another walk has looked at for the same plan.
    func add(_ other: WalkCounter) {
        visited += other.visited
        passed += other.passed
        found += other.found
        kept += other.kept
    }

    /// Hands the counts over, in the order of a plan's steps.
    func report(_ plan: RecordPlan, to meter: PlanMeter) {
        meter.add(visited: visited, passed: passed)
        meter.add(rows: found, step: 0)
        if plan.filter != nil { meter.add(rows: kept, step: 1) }
    }
}
