import Polystore

/// One of the things that a type of store can do, in words.
struct CapabilityLine {
    /// The name, as in `StoreCapabilities`.
    let name: String
    /// Whether stores of the type can do it.
    let isDeclared: Bool
    /// What it means.
    let summary: String

    /// All that stores may be able to do.
    static func all(of capabilities: StoreCapabilities) -> [CapabilityLine] {
        let known: [(String, Bool, String)] = [
            ("isDurable", capabilities.isDurable, "saves survive the process"),
            ("jointCommit", capabilities.jointCommit != .none, "saves over it and other durable stores"),
            ("uniqueness", capabilities.uniqueness, "values of uniqueness constraints are kept unique"),
            ("concurrentSnapshots", capabilities.concurrentSnapshots, "many readers beside one writer"),
            ("orderedRelationships", capabilities.orderedRelationships, "to-many relationships keep an order"),
            ("joins", capabilities.joins, "many-to-many relationships"),
            ("deferredData", capabilities.deferredData, "data over 4 KiB is kept out of rows"),
            ("externalStorage", capabilities.externalStorage, "large data in files beside the store"),
            ("filtering", capabilities.filtering, "some filters are done by the store"),
            ("sorting", capabilities.sorting, "some orders are done by the store"),
            ("sharedReading", capabilities.sharedReading, "other processes may read while one writes"),
        ]
        return known.map { CapabilityLine(name: $0.0, isDeclared: $0.1, summary: $0.2) }
    }
}
