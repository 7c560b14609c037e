import CPolystoreSystem
import Foundation
import PolystoreModel

extension SystemFile {
    /// Whether each of some bytes of a file is locked.
    ///
    /// A process loses its own locks on a file when it closes one of its descriptors: the caller's has none on this one.
    ///
    /// - Throws: `missing`, `permission`, `inputOutput`.
    package static func areLocked(_ path: String, offsets: some Sequence<Int64>) throws(StoreError) -> [Bool] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw error(errno, path) }
        defer { Foundation.close(descriptor) }
        var result: [Bool] = []
        for offset in offsets {
            switch polystore_bytes_are_locked(descriptor, offset, 1) {
            case 0: result.append(false)
            case EAGAIN: result.append(true)
            case let number: throw error(number, path)
            }
        }
        return result
    }
}
