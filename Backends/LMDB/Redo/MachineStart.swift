import Foundation
import PolystoreStorage

/// Which start of the machine this is: what is in the system's memory of a file lives until the next one.
enum MachineStart {
    /// A start that never was: the file is to be taken back to the log's base.
    static let none = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))

    private static let path = "/proc/sys/kernel/random/boot_id"

    /// This start's name.
    ///
    /// Where the system does not tell they all have the same: whether somebody has a file open says it all then.
    static let current: UUID = {
        // The system says that the file is empty.
        let bytes = try? FileReader(path).bytes(from: 0, count: 64)
        let text = bytes.map { String(decoding: $0, as: UTF8.self) }
        return text.flatMap { UUID(uuidString: $0.trimmingCharacters(in: .whitespacesAndNewlines)) }
            ?? UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    }()
}
