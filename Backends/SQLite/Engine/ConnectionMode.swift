/// How a connection uses its file.
enum ConnectionMode: Hashable, Sendable {
    /// Builds a file that no other connection knows yet.
    case create
    /// Reads and writes an existing file.
    case write
    /// Reads a file that this process or another one writes.
    case read
    /// Reads a file that no process writes, where no files can be made beside it.
    case readUnchanging
}
