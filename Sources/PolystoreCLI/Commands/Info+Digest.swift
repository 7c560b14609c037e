import Polystore
import PolystoreTerminal

extension Info {
    /// The digest of the whole graph.
    func digest(of container: PersistentContainer) throws -> GraphDigest {
        Interruption.listen()
        var bar: ProgressBar?
        defer { bar?.finish() }
        return try LocatedError.about(file.path) {
            try container.coordinator.digest { done, total in
                if Interruption.isRequested { throw InterruptedError() }
                if bar == nil { bar = ProgressBar("reading", total: total) }
                bar?.update(done)
            }
        }
    }

    /// Writes a digest in the format that was asked for.
    func show(_ digest: GraphDigest, on text: TextOutput) throws {
        if output.format == .table {
            try text.writeLine("\(digest)  \(digest.objectCount) objects")
        } else {
            let columns = [ResultColumn("digest"), ResultColumn("objects", isNumber: true)]
            var writer = try ResultWriter(columns, as: output.format, to: text, on: nil)
            try writer.write([.string(digest.description), .integer(Int64(digest.objectCount))])
            try writer.finish()
        }
        try text.flush()
    }
}
