import Foundation
import PolystoreModel
import PolystoreStorage

/// What a file says before it is mapped: the library maps and believes whatever it finds, and a file that is cut off
/// kills the process when a missing page is touched.
struct LMDBHeader {
    /// The page that says which state is the last one.
    let newest: LMDBMeta
    /// The length of the file.
    let length: Int

    static let magic: UInt32 = 0xBEEF_C0DE
    static let version: UInt32 = 1

    /// The length of a page.
    var pageSize: Int { Int(newest.pageSize) }

    /// Whether the file ends before the last page that was ever given out.
    ///
    /// That happens without damage: pages that a transaction took and gave up are not written.
    var isShort: Bool { newest.lastPage >= UInt64(length / pageSize) }

    /// Reads and checks a file.
    ///
    /// - Throws: `foreign` for another kind of file, `damaged` for one whose header cannot have been written so,
    ///   `unsupportedFormat` for another version of the library.
    init(of path: String) throws(StoreError) {
        // Beside a writer, the two pages may be of different times: they are read again then.
        var attempts = 3
        while true {
            do throws(StoreError) {
                self = try LMDBHeader(reading: path)
                return
            } catch {
                attempts -= 1
                guard attempts > 0, error.code == .damaged else { throw error }
            }
        }
    }

    private init(reading path: String) throws(StoreError) {
        let file = try FileReader(path)
        let first = try LMDBHeader.meta(file.bytes(from: 0, count: LMDBMeta.length), 0, path)
        let size = Int(first.pageSize)
        guard size >= 512, size <= 65536, size & (size - 1) == 0 else { throw Self.damaged(path, "the page size") }
        let second = try LMDBHeader.meta(file.bytes(from: size, count: LMDBMeta.length), 1, path)
        // The file grows before a page that says so is written.
        length = SystemFile.size(path) ?? 0
        newest = second.transaction > first.transaction ? second : first
        guard second.pageSize == first.pageSize else { throw Self.damaged(path, "the page size") }
        let (even, odd) = (first.transaction, second.transaction)
        // Transactions write the two pages in turn.
        let isFresh = even == 0 && odd == 0
        guard isFresh || (even % 2 == 0 && odd % 2 == 1 && (even > odd ? even - odd : odd - even) == 1) else {
            throw Self.damaged(path, "the numbers of the last transactions")
        }
        // Of the older page only its number is used: a write that was cut off may have left it half the next state's.
        guard newest.lastPage >= 1, newest.lastPage < UInt64(LMDBFile.mapSizes.upperBound / size) else {
            throw Self.damaged(path, "the last page")
        }
        for tree in [newest.free, newest.main] {
            guard tree.depth <= 32, (tree.root == LMDBMeta.noRoot) == (tree.depth == 0),
                tree.root == LMDBMeta.noRoot || (tree.root >= 2 && tree.root <= newest.lastPage)
            else { throw Self.damaged(path, "the root of a tree") }
        }
    }

    private static func meta(_ bytes: [UInt8], _ page: UInt64, _ path: String) throws(StoreError) -> LMDBMeta {
        guard let meta = LMDBMeta(bytes) else {
            if page > 0 { throw damaged(path, "the file is cut off") }
            let isEmpty = bytes.isEmpty
            let header: UInt32? = bytes.count >= 20 ? LMDBMeta.number(bytes, 16) : nil
            guard header == magic else {
                throw StoreError(.foreign, [.path: path, .reason: isEmpty ? "the file is empty" : "not an LMDB file"])
            }
            throw damaged(path, "the file is cut off")
        }
        guard meta.magic == magic else {
            if page > 0 { throw damaged(path, "the second page") }
            throw StoreError(.foreign, [.path: path, .reason: "not an LMDB file"])
        }
        guard meta.version == version else {
            throw StoreError(
                .unsupportedFormat, [.path: path, .expected: "LMDB data \(version)", .found: "\(meta.version)"])
        }
        guard meta.page == page, meta.flags & LMDBMeta.pageFlag != 0 else { throw damaged(path, "the first pages") }
        return meta
    }

    /// An error that says which part of the file cannot have been written so.
    static func damaged(_ path: String, _ part: String) -> StoreError {
        StoreError(.damaged, [.path: path, .reason: part.hasPrefix("the file") ? part : "\(part): not readable"])
    }
}
