import CPolystoreHeap
import Foundation

/// What this process takes of memory and descriptors.
struct ProcessStatus: Equatable {
    /// Resident bytes that no file backs: the heap, stacks and the program's own data.
    var anonymous = 0
    /// Resident bytes of mapped files, such as LMDB's, and of shared memory.
    var mapped = 0
    /// Bytes that are allocated and not freed.
    var heap = 0
    /// Open file descriptors.
    var descriptors = 0

    /// What is so now, after the allocator gave back what is free.
    ///
    /// - Throws: `SoakFailure`, and what reading `/proc` throws.
    static func current() throws -> ProcessStatus {
        polystore_trim_heap()
        var status = try ProcessStatus(text: String(contentsOfFile: "/proc/self/status", encoding: .utf8))
        status.heap = polystore_heap_bytes_in_use()
        status.descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        return status
    }

    init() {}

    /// Reads the lines of `/proc/self/status` about resident memory.
    ///
    /// - Throws: `SoakFailure` when there is no line of anonymous memory.
    init(text: String) throws {
        var sizes: [Substring: Int] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
            guard words.count == 3, words[2] == "kB", words[0].last == ":" else { continue }
            sizes[words[0].dropLast()] = Int(words[1]).map { $0 * 1_024 }
        }
        guard let anonymous = sizes["RssAnon"] else { throw SoakFailure("/proc/self/status has no line RssAnon") }
        self.anonymous = anonymous
        mapped = sizes["RssFile", default: 0] + sizes["RssShmem", default: 0]
    }
}
