import Foundation
import PolystoreModel
import PolystoreStorage

extension CommitLog {
    /// Makes a log where none is: complete, or not there.
    ///
    /// - Throws: `permission` when there is a file already; what the file system refuses.
    package static func create(_ path: String, _ header: CommitLogHeader) throws(StoreError) {
        let files = StoreFiles(path: path)
        try SystemFile.makeFolders(files.folder)
        try files.requireNothing()
        guard let encoded = header.encoded else { throw tooManyMembers(path) }
        let bytes = encoded + [UInt8](repeating: 0, count: CommitLogFormat.firstEntry - encoded.count)
        try files.make(removing: []) { (temporary) throws(StoreError) in
            try SystemFile.write(bytes, to: temporary)
        }
    }

    /// Opens a log.
    ///
    /// - Parameters:
    ///   - path: The log's file, without symbolic links.
    ///   - writes: Whether entries are to be appended: then no other process may have the log open for that.
    /// - Returns: The log, which ends with its last reference.
    /// - Throws: `missing`; `held` when another process commits through the log; `foreign`, `damaged`, `unsupportedFormat`.
    package static func open(_ path: String, writes: Bool) throws(StoreError) -> CommitLog {
        let file = try LogFile.open(path, writes: writes)
        if writes, try !file.lock(attempts: 20) {
            throw StoreError(.held, [.path: path, .reason: "another program commits through this log"])
        }
        var best: (header: CommitLogHeader, place: Int)?
        var isLog = false
        for (place, offset) in CommitLogFormat.headerOffsets.enumerated() {
            let bytes = try file.read(at: offset, count: CommitLogFormat.headerSize)
            isLog = isLog || bytes.starts(with: CommitLogFormat.magic)
            do throws(StoreError) {
                guard let header = try CommitLogHeader(decoding: bytes) else { continue }
                if header.generation > best?.header.generation ?? 0 { best = (header, place) }
            } catch {
                var error = error
                error.details[.path] = path
                throw error
            }
        }
        guard let best else {
            guard isLog else { throw StoreError(.foreign, [.path: path, .reason: "not a commit log"]) }
            throw StoreError(.damaged, [.path: path, .reason: "neither header of the commit log is whole"])
        }
        let log = CommitLog(
            file,
            State(
                header: best.header, headerPlace: best.place, end: CommitLogFormat.firstEntry,
                reserved: try file.size, lastNumber: best.header.lastNumber, synchronized: CommitLogFormat.firstEntry))
        try log.findEnd()
        return log
    }

    /// Whether a program commits through the log now.
    package var isHeld: Bool {
        get throws(StoreError) { try !LogFile.open(path, writes: false).lock() }
    }

    static func tooManyMembers(_ path: String) -> StoreError {
        StoreError(.unsupported, [.path: path, .reason: "more stores than a commit log has room for"])
    }

    /// Goes through the entries to the last that is whole.
    ///
    /// What follows it was never decided: the process ended, or the disk failed, before it was on the disk.
    private func findEnd() throws(StoreError) {
        var (end, last) = (CommitLogFormat.firstEntry, header.lastNumber)
        try entries { entry in
            end = entry.end
            last = max(last, entry.number)
        }
        state.update { state in
            state.end = end
            state.lastNumber = last
            state.synchronized = CommitLogFormat.firstEntry
        }
    }
}
