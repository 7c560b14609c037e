import PolystoreModel
import PolystoreStorage

extension PageWalk {
    /// Hands out the rows of keys.
    func rows(_ keys: [Int64], _ builder: RowBatchBuilder, _ receive: (RowBatch) -> Bool) throws(PageTrouble) {
        let list = KeyList()
        for (place, key) in keys.enumerated() {
            list.append(key)
            guard list.count == Self.keyLimit || place == keys.count - 1 else { continue }
            try list.take { (found) throws(PageTrouble) in
                try tree.each(found, mustExist: false) { (cell) throws(PageTrouble) in _ = try read(cell, into: builder)
                }
            }
            guard try deliver(builder, receive) else { return }
        }
        finish(builder, receive)
    }

    /// Reads the row of a key; false when it is not there.
    func row(_ key: Int64, _ builder: RowBatchBuilder) throws(PageTrouble) -> Bool {
        let leaf = try tree.leaf(key)
        let guess = leaf.step.guess(key, among: leaf.page.count)
        guard let place = try TableTree.place(key, in: leaf.page, guess) else { return false }
        return try read(try LeafCell(leaf.page, place), into: builder)
    }
}
