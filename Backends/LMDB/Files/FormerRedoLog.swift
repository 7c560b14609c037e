import PolystoreModel
import PolystoreStorage

/// The redo log that development builds kept beside a file: a file that may need one is refused.
///
/// Those builds committed without waiting for the file's pages, so after a power cut the file is whole only with its log,
/// and only they can bring the log in. A log that was closed is not told from one that was not: a copy settles it.
enum FormerRedoLog {
    /// The end of the log's name.
    static let suffix = "-redo"

    /// Where a file to which a log belongs has its mark, in a part of the first page that the library leaves empty.
    private static let mark = (offset: 256, length: 16)

    /// Throws unless a file was written without such a log.
    ///
    /// - Throws: `unsupportedFormat` when there is a log, or the file is marked for one.
    static func requireNone(beside path: String) throws(StoreError) {
        guard SystemFile.exists(path), !SystemFile.isFolder(path) else { return }
        let hasLog = SystemFile.exists(path + suffix)
        let isMarked = try FileReader(path).bytes(from: mark.offset, count: mark.length).contains { $0 != 0 }
        guard hasLog || isMarked, !isForeign(path) else { return }
        throw StoreError(
            .unsupportedFormat,
            [
                .path: path, .expected: "an LMDB file without a redo log",
                .found: hasLog ? "a redo log, \(path + suffix)" : "the mark of a redo log that is not there",
                .reason: "the file was written by a development build that kept a redo log beside it; "
                    + "copy the store with that build (polystore backup) and open the copy",
            ])
    }

    /// Whether a file is of another kind, which is said by the error of opening it.
    private static func isForeign(_ path: String) -> Bool {
        do throws(StoreError) {
            _ = try LMDBHeader(of: path)
            return false
        } catch {
            return error.code == .foreign
        }
    }
}
