import PolystoreStorage
import Synchronization

/// Keeps the events of a trace.
final class KeptEvents: TraceReceiver {
    private let kept = Mutex<[TraceEvent]>([])

    func receive(_ event: TraceEvent) { kept.withLock { $0.append(event) } }

    /// The events of a kind since they were taken last.
    func take(_ category: TraceCategory) -> [TraceEvent] {
        kept.withLock { kept in
            defer { kept = kept.filter { $0.category != category } }
            return kept.filter { $0.category == category }
        }
    }
}
