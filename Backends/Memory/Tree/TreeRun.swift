import PolystoreRecordLayer

/// Changes in the order of their keys that all belong into one leaf.
struct TreeRun {
    /// So few that going through a leaf takes longer than searching for each.
    static let few = 4

    let changes: UnsafeBufferPointer<KeyChange>
    /// Whether a key among them goes.
    private(set) var hasRemovals = false
    /// The bytes that the others take if all are new.
    private(set) var putBytes = 0

    /// The changes at a place and those behind it that belong below a key, if that is a limit; one at least, which is known
    /// to belong there.
    init(_ all: UnsafeBufferPointer<KeyChange>, from start: Int, below upper: UnsafeRawBufferPointer?) {
        var end = start
        repeat {
            if let value = all[end].value {
                putBytes += TreeNode.size(all[end].key.count, value.count)
            } else {
                hasRemovals = true
            }
            end += 1
        } while end < all.count && upper.map { KeyOrder.compare(all[end].key, $0) < 0 } ?? true
        changes = UnsafeBufferPointer(rebasing: all[start..<end])
    }

    /// How many changes can be made, and the bytes that they put, where a page has room for so many.
    func fitting(_ room: Int) -> (made: Int, bytes: Int) {
        var (made, bytes) = (0, 0)
        for change in changes {
            let size = change.value.map { TreeNode.size(change.key.count, $0.count) } ?? 0
            if bytes + size > room { break }
            bytes += size
            made += 1
        }
        return (made, bytes)
    }
}
