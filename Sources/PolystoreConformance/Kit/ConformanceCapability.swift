import PolystoreStorage

/// One of the capabilities that a backend declares, as something that a case may need.
public enum ConformanceCapability: String, CaseIterable, Hashable, Sendable {
    case durable, uniqueness, concurrentSnapshots, orderedRelationships, joins, deferredData, externalStorage
    case filtering, sorting, sharedReading

    /// Whether capabilities declare it.
    public func isDeclared(in capabilities: StoreCapabilities) -> Bool {
        switch self {
        case .durable: capabilities.isDurable
        case .uniqueness: capabilities.uniqueness
        case .concurrentSnapshots: capabilities.concurrentSnapshots
        case .orderedRelationships: capabilities.orderedRelationships
        case .joins: capabilities.joins
        case .deferredData: capabilities.deferredData
        case .externalStorage: capabilities.externalStorage
        case .filtering: capabilities.filtering
        case .sorting: capabilities.sorting
        case .sharedReading: capabilities.sharedReading
        }
    }
}
