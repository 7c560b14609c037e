import PolystoreStorage

/// Counts the rows of one store's part of a fetch as they pass, for an explanation.
///
/// Used on one thread.
final class PartMeter {
    /// What the store counts itself.
    let store = PlanMeter()
    /// The rows that the store handed out.
    var received = 0
    /// Those of them that the fetch kept.
    var kept = 0
}
