import Foundation

/// A call that changed files of a folder, or a mark between calls.
///
/// Files and folders are numbered; a number is never used again.
enum RecordedCall: Codable {
    /// A name in a folder.
    struct Entry: Hashable, Codable {
        var folder: Int
        var name: String
    }

    case write(file: Int, offset: Int, bytes: Data)
    /// The last write to a file, which waits for the disk by itself, returned.
    case writeSynced(file: Int)
    case sync(file: Int)
    case truncate(file: Int, length: Int)
    /// Room was reserved up to a place.
    case allocate(file: Int, end: Int)
    case syncFolder(Int)
    case create(Entry, file: Int)
    case makeFolder(Entry, folder: Int)
    case link(Entry, file: Int)
    case unlink(Entry)
    case rename(Entry, to: Entry, file: Int)
    case mark(Int)

    /// Whether the call waits for the disk.
    var waits: Bool {
        switch self {
        case .writeSynced, .sync, .syncFolder: true
        default: false
        }
    }
}
