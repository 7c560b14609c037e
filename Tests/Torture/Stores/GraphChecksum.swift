import Foundation
import Polystore

/// The checksum of all that a program sees of the graph of some stores.
///
/// The library's own digest is for comparing graphs whose makers are not trusted; this one takes a tenth of its time.
struct GraphChecksum: Hashable, Codable {
    let sum: UInt32
    let count: Int

    init(_ container: PersistentContainer, _ stores: TortureStores) throws {
        var (checksum, count) = (RunningChecksum(), 0)
        let context = container.newConfinedContext()
        for store in stores.kinds.indices {
            let request = FetchRequest<ManagedObject>(FetchRequestDescription(entityName: TortureStores.entity(store)))
            for node in try context.fetch(request).sorted(by: { $0.objectID.key < $1.objectID.key }) {
                count += 1
                checksum.add(node.objectID.key)
                for name in ["number", "text", "payload", "scan"] {
                    switch try node.value(forKey: name) {
                    case .missing: checksum.add(-1)
                    case .integer(let number): checksum.add(number)
                    case .string(let text): checksum.add(text)
                    case .data(let data): data.withUnsafeBytes { checksum.add($0) }
                    case let value: throw Violation("\(name) is \(value)")
                    }
                }
                checksum.add(try node.relatedObject(forKey: "next")?.objectID.key ?? -1)
            }
            checksum.add(Int64(count))
        }
        (sum, self.count) = (checksum.sum, count)
    }
}
