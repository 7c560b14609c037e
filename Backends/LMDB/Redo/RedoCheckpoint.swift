import Foundation
import PolystoreStorage

/// Puts a state's pages on the disk and makes it the base of the redo log, beside the writer or in its place.
///
/// One at a time: the writer waits for the pass beside it before it makes one itself.
struct RedoCheckpoint: Sendable {
    /// What becomes the base, and where the record behind it will lie.
    struct Goal: Sendable {
        var base: LMDBState
        var begin: Int
        var isOpen = true
    }

    let file: RedoFile
    /// The library's descriptor of the store's file, open as long as that is.
    let descriptor: Int32
    let store: String
    private let pass = BackgroundPass<Result<Void, StoreError>>("polystore redo")

    init(_ file: RedoFile, descriptor: Int32, store: String) {
        (self.file, self.descriptor, self.store) = (file, descriptor, store)
    }

    /// Begins to make one beside the writer, when none is being made.
    ///
    /// - Returns: Whether it was begun; the system may have no thread for it.
    func start(_ goal: Goal) -> Bool {
        pass.start { Result { () throws(StoreError) in try make(goal) } }
    }

    /// What became of the one that was begun last; nil while it is being made.
    var result: Result<Void, StoreError>? {
        guard case .over(let result) = pass.progress else { return nil }
        return result
    }

    /// Waits until the one that was begun is over.
    func wait() { pass.wait() }

    /// Makes one: waits for the pages, then for the head that says so.
    func make(_ goal: Goal) throws(StoreError) {
        try SystemFile.synchronizeData(of: descriptor, store)
        guard var head = file.head else { return }
        (head.base, head.begin, head.isOpen) = (goal.base, goal.begin, goal.isOpen)
        try file.write(head)
    }
}
