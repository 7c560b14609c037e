import PolystoreStorage

/// The settings of every connection.
struct ConnectionSettings: Sendable {
    /// The store's name, for errors.
    var store: String
    /// The path, for errors.
    var path: String
    /// How long to wait for a lock, in milliseconds.
    var busyTimeout: Int32
    /// The page cache's size in bytes.
    var cacheSize: Int
    /// The bytes of the file to map; 0 maps nothing.
    var memoryMap: Int
    /// The bytes that the log may have when a commit returns, unless a reader keeps it.
    ///
    /// What a process that ends without closing leaves; the library's own limit is a thousand pages, nearly as much.
    var logLimit = 4 << 20
    /// The name of the engine's file system; nil for the system's own.
    var fileSystem: String?
    /// The locks on the file, which every connection keeps: to close the last descriptor of them while a connection is open
    /// would give up the connection's own.
    var claim: FileClaim?
    /// Which statements are traced, and their receiver.
    var trace: Trace?
}
