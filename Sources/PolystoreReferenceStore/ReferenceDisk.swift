import PolystoreModel
import Foundation
import PolystoreStorage

/// Where durable reference stores lie: a place in memory that outlives them, by URL.
package final class ReferenceDisk: Sendable {
    struct File {
        var metadata: StoreMetadata
        var content: ReferenceContent
        var marks: [RootNumber: Int64]
    }

    private let files = Locked<[String: File]>([:])

    /// Makes an empty disk.
    package init() {}

    func file(_ url: URL) -> File? { files.withLock { $0[url.path] } }

    func write(_ file: File?, _ url: URL) { files.withLock { $0[url.path] = file } }

    /// Whether there is a store.
    package func has(_ url: URL) -> Bool { file(url) != nil }
}
