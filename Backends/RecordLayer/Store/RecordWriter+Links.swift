import PolystoreModel
import PolystoreStorage

extension RecordWriter {
    /// Adds, changes or removes a pair, in both directions.
    func apply(_ change: LinkChange) throws(StoreError) {
        guard let number = catalog.number(of: change.join) else {
            throw catalog.error(
                .unsupported,
                [.property: change.join.name, .reason: "the store does not keep the relationship's pairs"])
        }
        let source = catalog.end(change.source, root: change.join.forward.entity.rootNumber)
        let target = catalog.end(change.target, root: change.join.forward.destination.rootNumber)
        let forward = LinkKey.bytes(number, forward: true, near: source, far: target)
        let backward = LinkKey.bytes(number, forward: false, near: target, far: source)
        switch change.kind {
        case .remove:
            try remove(.links, forward)
            try remove(.links, backward)
        case .put:
            let stored = try forward.withUnsafeBytesTyped { (raw) throws(StoreError) in
                try transaction.value(.links, raw)
            }
            let orders = stored.flatMap(LinkKey.orders)
            let value = LinkKey.value(
                targetOrder: change.targetOrder ?? orders?.target ?? 0,
                sourceOrder: change.sourceOrder ?? orders?.source ?? 0)
            try put(.links, forward, value)
            try put(.links, backward, value)
        }
    }
}
