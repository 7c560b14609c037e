import Foundation
import PolystoreStorage

/// Puts a state's pages on the disk and makes it the base of the redo log, beside the writer or in its place.
// SAFETY: `file` is used by whoever checkpoints, one at a time: the writer waits for the thread before it does so itself.
final class RedoCheckpoint: @unchecked Sendable {
    /// What becomes the base, and where the record behind it will lie.
    struct Goal: Sendable {
        var base: LMDBState
        var begin: Int
        var isOpen = true
    }

    private enum Progress {
        case idle, running
        case done(Result<Void, StoreError>)
    }

    private let file: RedoFile
    /// The library's descriptor of the store's file, open as long as that is.
    private let descriptor: Int32
    private let store: String
    private let progress = Monitor(Progress.idle)

    init(_ file: RedoFile, descriptor: Int32, store: String) {
        (self.file, self.descriptor, self.store) = (file, descriptor, store)
    }

    /// Whether one is being made, or its end has not been taken.
    var isUnderWay: Bool {
        progress.read { progress in
            if case .idle = progress { return false }
            return true
        }
    }

    /// Begins to make one beside the writer, when none is under way.
    ///
    /// - Returns: Whether it was begun; the system may have no thread for it.
    func start(_ goal: Goal) -> Bool {
        progress.update { $0 = .running }
        let starts = SystemThread.start("polystore redo") {
            let result = Result { () throws(StoreError) in try self.make(goal) }
            self.progress.update { $0 = .done(result) }
        }
        if !starts { progress.update { $0 = .idle } }
        return starts
    }

    /// What became of the one that was begun; nil when none was, or it is not over.
    func take() -> Result<Void, StoreError>? {
        progress.update(waking: { progress in
            guard case .done(let result) = progress else { return (nil, false) }
            progress = .idle
            return (result, false)
        })
    }

    /// Waits until the one that was begun is over.
    func wait() {
        progress.wait { progress -> Void? in
            if case .running = progress { return nil }
            return ()
        }
    }

    /// Makes one: waits for the pages, then for the head that says so.
    func make(_ goal: Goal) throws(StoreError) {
        if fdatasync(descriptor) != 0 { throw SystemFile.error(errno, store) }
        guard var head = file.head else { return }
        (head.base, head.begin, head.isOpen) = (goal.base, goal.begin, goal.isOpen)
        try file.write(head)
    }
}
