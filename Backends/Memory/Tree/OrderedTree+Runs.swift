import PolystoreRecordLayer

extension OrderedTree {
    /// Makes changes that come in the order of their keys, each key once.
    ///
    /// - Complexity: O(log n) for each leaf that changes belong into and, where they are some, O(1) for each change and each
    ///   entry of the leaf.
    mutating func change(_ changes: UnsafeBufferPointer<KeyChange>, _ finger: inout TreeFinger) {
        var next = 0
        while next < changes.count {
            if changes.count - next >= TreeRun.few {
                let made = changeUnderFinger(changes, from: next, &finger)
                next += made
                if made > 0 { continue }
            }
            // Sets the finger on the leaf, and makes room where the leaf is full.
            let change = changes[next]
            if let value = change.value {
                put(change.key, value, &finger)
            } else {
                _ = remove(change.key, &finger)
            }
            next += 1
        }
    }

    /// Makes the changes that belong into the leaf under the finger; says how many.
    private mutating func changeUnderFinger(
        _ changes: UnsafeBufferPointer<KeyChange>, from start: Int, _ finger: inout TreeFinger
    ) -> Int {
        guard isUnshared() else { return 0 }
        let result = finger.withRun(changes, from: start) { leaf, run in
            let change = leaf.change(run)
            return (change.made, change.added, isSmall: change.added < 0 && leaf.liveBytes < TreeNode.leastBytes)
        }
        guard let (made, added, isSmall) = result else { return 0 }
        add(added)
        if isSmall { tidy(at: changes[start].key, &finger) }
        return made
    }
}
