import PolystoreModel

/// Gives keys to new objects of one store, from blocks that the store reserved durably.
///
/// The first block of a hierarchy has 1,024 keys, each following one twice as many, up to 65,536. The next block is
/// reserved ahead of need on the writer thread, so that an insert waits for the disk only when it outruns the writer.
/// A key that was given is never given again, whether its object is saved or not.
public final class KeyAllocator: Sendable {
    private let writer: StoreWriter
    private let blocks = Locked<[RootNumber: KeyBlocks]>([:])

    /// Makes the allocator of a writer's store.
    public init(_ writer: StoreWriter) { self.writer = writer }

    /// A key that no object of the hierarchy in this store ever had.
    ///
    /// - Throws: `keysUnavailable` with the reason as its cause.
    public func next(_ root: RootNumber) throws(StoreError) -> Int64 { try next(root, count: 1).lowerBound }

    /// Keys that no object of the hierarchy in this store ever had: at most so many, and at least one.
    ///
    /// - Throws: `keysUnavailable` with the reason as its cause.
    public func next(_ root: RootNumber, count: Int) throws(StoreError) -> Range<Int64> {
        while true {
            let (keys, ahead) = blocks.withLock { blocks in
                let keys = blocks[root, default: KeyBlocks()].take(count)
                return (keys, keys == nil ? nil : blocks[root, default: KeyBlocks()].beginReservation())
            }
            if let ahead { reserveAhead(root, ahead) }
            if let keys { return keys }
            try reserve(root)
        }
    }

    /// Gives back what was never given out, when the store closes cleanly.
    public func giveBack() throws(StoreError) {
        let tails = blocks.withLock { blocks in
            defer { blocks = [:] }
            return blocks.compactMap { root, blocks in blocks.tail.map { (root, $0) } }
        }
        guard !tails.isEmpty else { return }
        try writer.perform { store throws(StoreError) in
            for (root, first) in tails { try store.releaseKeys(root, from: first) }
        }
    }

    private func reserve(_ root: RootNumber) throws(StoreError) {
        let block: Range<Int64>
        do throws(StoreError) {
            block = try writer.perform { store throws(StoreError) in
                try store.reserveKeys(root, count: KeyBlocks.firstBlock)
            }
        } catch {
            throw StoreError(.keysUnavailable, [.store: error.details[.store], .entity: root.name], cause: error)
        }
        blocks.withLock { $0[root, default: KeyBlocks()].add(block) }
    }

    private func reserveAhead(_ root: RootNumber, _ count: Int) {
        writer.enqueue { store throws(StoreError) in
            try store.reserveKeys(root, count: count)
        } completion: { [weak self] result in
            // Without a block the insert that needs one reserves it itself, and throws what stands in the way.
            let block = try? result.get()
            self?.blocks.withLock { $0[root, default: KeyBlocks()].endReservation(block) }
        }
    }
}
