/// How often an engine was asked for what.
struct EngineOperations: Hashable {
    /// Values that were looked up.
    var lookUps = 0
    /// Entries that scans visited or counted.
    var visited = 0
    /// Scans and counts.
    var scans = 0
    /// Entries that were written.
    var puts = 0
    /// Keys that were removed.
    var removals = 0
    /// Bytes of written keys and values.
    var bytes = 0

    static func += (left: inout EngineOperations, right: EngineOperations) {
        left.lookUps += right.lookUps
        left.visited += right.visited
        left.scans += right.scans
        left.puts += right.puts
        left.removals += right.removals
        left.bytes += right.bytes
    }

    /// Everything together but the bytes.
    var sum: Int { lookUps + visited + scans + puts + removals }
}
