import Foundation
import PolystoreChangeRecords
import PolystoreModel
import PolystoreStorage

extension PersistentStoreCoordinator {
    /// Lets stores that are about to be closed need the log no more, and closes it behind the last.
    ///
    /// A store that cannot make its commits durable keeps its need, and is recovered when it is opened anew.
    ///
    /// - Parameters:
    ///   - leaving: The stores that are about to be closed.
    ///   - remaining: Those that stay open.
    /// - Throws: What keeps commits from being made durable, or the log from being emptied.
    func leaveLog(_ leaving: [AttachedStore], remaining: [AttachedStore]) throws(StoreError) {
        joint.emptying.wait()
        joint.changing.lock()
        defer { joint.changing.unlock() }
        guard let log = joint.log else { return }
        let joined = joint.state.withLock { $0.joined }
        let durable = leaving.filter { $0.isDurable && $0.access == .readWrite && $0.state == .open }
        let outcome = Result { () throws(StoreError) in
            try joint.gate.snapshot { () throws(StoreError) in
                for store in durable where joined.contains(store.identifier) {
                    try setDomain(of: store, log, isOpen: false)
                }
                try empty(log, among: durable + remaining)
            }
        }
        joint.state.withLock { state in
            state.joined.subtract(leaving.map(\.identifier))
            if remaining.allSatisfy({ $0.isVolatile || $0.access == .readOnly }) {
                (state.log, state.joined, state.concerned) = (nil, [], [])
            }
        }
        try outcome.get()
    }
}
