/// A part of the kit: what its cases are about.
public enum ConformanceSuite: String, CaseIterable, Hashable, Sendable {
    /// Features of models that a store must keep.
    case modelFeatures
    /// The rows that a save writes.
    case save
    /// Which objects a predicate finds.
    case fetch
    /// In which order objects come, and where missing values stand.
    case ordering
    /// Both sides of every kind of relationship.
    case relationships
    /// The effect of a deletion on related objects.
    case deleteRules
    /// That no update is lost.
    case conflicts
    /// How a save settles conflicts.
    case mergePolicies
    /// That a reader sees one commit.
    case isolation
    /// Lists that follow changes of a context.
    case liveResults
    /// That bad input gives the typed error that names it.
    case errors
    /// A store's metadata, and that it is the same after reopening.
    case metadata
    /// Recovery after a kill: images of the files that are opened as if the process had ended there.
    case durability
    /// Long text, large data, many columns, deep hierarchies.
    case limits
    /// One graph over several stores.
    case multiStore
    /// That changes are taken back and made again.
    case undo
    /// Requests that change objects in their stores.
    case batches

    /// The suite's name in tables.
    public var title: String {
        switch self {
        case .modelFeatures: "model features"
        case .save: "save"
        case .fetch: "fetch"
        case .ordering: "ordering and nulls"
        case .relationships: "relationships"
        case .deleteRules: "delete rules"
        case .conflicts: "versions and conflicts"
        case .mergePolicies: "merge policies"
        case .isolation: "isolation of snapshots"
        case .liveResults: "live results"
        case .errors: "errors"
        case .metadata: "metadata and reopening"
        case .durability: "durability and crash"
        case .limits: "limits"
        case .multiStore: "several stores"
        case .undo: "undo and redo"
        case .batches: "batch requests"
        }
    }
}
