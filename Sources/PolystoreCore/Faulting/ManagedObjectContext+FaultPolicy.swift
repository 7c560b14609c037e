import PolystoreModel
import PolystoreStorage

extension ManagedObjectContext {
    /// Counts and traces a fault that is about to be fulfilled alone.
    ///
    /// - Throws: `ContextError` with code `tooManyFaults` when the policy does not allow it.
    func noteFault(_ entity: ModelEntity, _ relationship: ModelRelationship?) throws(ContextError) {
        if let limit = faultPolicy.limit {
            let count = faultCounter.count(entity, relationship)
            guard count <= limit else {
                throw ContextError(
                    .tooManyFaults,
                    [.entity: entity.name, .property: relationship?.name, .limit: String(limit)])
            }
        }
        if let receiver = coordinator.trace?.receiver(of: .fault) {
            receiver.receive(
                TraceEvent(.fault, store: nil, relationship.map { "\(entity.name).\($0.name)" } ?? entity.name))
        }
    }
}
