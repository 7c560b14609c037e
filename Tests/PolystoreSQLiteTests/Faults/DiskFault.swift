import CPolystoreFaultyDisk
import CPolystoreSQLite
import Testing

/// A way in which the disk under a store fails.
struct DiskFault: CustomTestStringConvertible, Sendable {
    let name: String
    let kinds: Int
    var code: Int32 = 0
    /// Whether everything fails after the first failure, too.
    var isLasting = false
    /// The most operations between two that are tried, where there are so many that not each is.
    var stride = 1

    var testDescription: String { name }

    static let all = [
        DiskFault(name: "a write fails", kinds: POLYSTORE_DISK_WRITE, stride: 48),
        DiskFault(name: "all writes fail", kinds: POLYSTORE_DISK_WRITE, isLasting: true, stride: 48),
        DiskFault(name: "a write finds the disk full", kinds: POLYSTORE_DISK_WRITE, code: SQLITE_FULL, stride: 48),
        DiskFault(
            name: "the disk stays full", kinds: POLYSTORE_DISK_WRITE, code: SQLITE_FULL, isLasting: true, stride: 48),
        DiskFault(name: "a sync fails", kinds: POLYSTORE_DISK_SYNC),
        DiskFault(name: "all syncs fail", kinds: POLYSTORE_DISK_SYNC, isLasting: true),
        DiskFault(name: "a read fails", kinds: POLYSTORE_DISK_READ, stride: 48),
        DiskFault(name: "all reads fail", kinds: POLYSTORE_DISK_READ, isLasting: true, stride: 48),
        DiskFault(name: "cutting a file off fails", kinds: POLYSTORE_DISK_TRUNCATE),
        DiskFault(name: "opening a file fails", kinds: POLYSTORE_DISK_OPEN),
        DiskFault(name: "mapping the log's index fails", kinds: POLYSTORE_DISK_SHARED_MEMORY),
        DiskFault(
            name: "the disk goes away",
            kinds: POLYSTORE_DISK_READ | POLYSTORE_DISK_WRITE | POLYSTORE_DISK_SYNC | POLYSTORE_DISK_TRUNCATE
                | POLYSTORE_DISK_OPEN | POLYSTORE_DISK_DELETE | POLYSTORE_DISK_SHARED_MEMORY,
            isLasting: true, stride: 96),
    ]

    /// Lets the disk fail after a number of operations.
    func arm(after count: Int) { polystore_disk_arm(Int32(kinds), Int64(count), code, isLasting ? 1 : 0) }
}
