extension OrderedTree {
    /// The values of several keys, all of the same length and one behind the other; valid until the tree changes or its
    /// last copy goes.
    ///
    /// In a large tree neither a value nor the page that says where it lies is in the processor's cache, so a search for
    /// one key waits for memory several times. Searches that go on in step wait together.
    func values(for keys: UnsafeRawBufferPointer, _ values: UnsafeMutableBufferPointer<UnsafeRawBufferPointer?>) {
        guard let root, let base = keys.baseAddress, !values.isEmpty else {
            values.update(repeating: nil)
            return
        }
        let length = keys.count / values.count
        let most = min(values.count, TreeSearch.most)
        withExtendedLifetime(root) {
            withUnsafeTemporaryAllocation(of: TreeSearch.self, capacity: most) { searches in
                var start = 0
                while start < values.count {
                    let group = UnsafeMutableBufferPointer(rebasing: searches[..<min(most, values.count - start)])
                    for index in group.indices {
                        let key = UnsafeRawBufferPointer(start: base + (start + index) * length, count: length)
                        group.initializeElement(at: index, to: TreeSearch(key, below: root))
                    }
                    TreeSearch.run(group)
                    for index in group.indices { values[start + index] = group[index].value }
                    start += group.count
                }
            }
        }
    }
}
