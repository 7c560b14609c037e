import Foundation

/// Pieces of memory of one size: what is given back is kept for whoever asks next, up to a limit.
///
/// For memory that comes and goes together: the allocator returns it to the system when much is freed at once, and to get
/// its pages again takes as long as to fill them.
package struct MemoryPool: ~Copyable, Sendable {
    /// The memory of full-sized batches of rows, 16 MiB of it: a fetch of many rows fills as much as the one before gave
    /// back.
    static let batches = MemoryPool(pieceSize: RowBatchBuilder.batchSize, limit: (16 << 20) / RowBatchBuilder.batchSize)

    // SAFETY: nobody uses a piece that is kept, and whoever takes it is the only one to know it.
    private struct Piece: @unchecked Sendable { let memory: UnsafeMutableRawPointer }

    /// The bytes of each piece.
    package let pieceSize: Int
    private let limit: Int
    private let kept = Protected<[Piece]>([])

    /// Keeps so many pieces of so many bytes at most.
    package init(pieceSize: Int, limit: Int) { (self.pieceSize, self.limit) = (pieceSize, limit) }

    deinit { kept.withLock { kept in for piece in kept { free(piece.memory) } } }

    /// Memory of some bytes, aligned for everything: a piece, or else the allocator's.
    package func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
        byteCount == pieceSize ? take() : RowBatch.allocate(byteCount)
    }

    /// Takes back what `allocate` gave out for as many bytes.
    package func release(_ memory: UnsafeMutableRawPointer, _ byteCount: Int) {
        if byteCount == pieceSize { give(memory) } else { free(memory) }
    }

    /// How many pieces are kept now.
    var count: Int { kept.withLock { $0.count } }

    /// A piece, which `give` takes back; what it holds means nothing.
    func take() -> UnsafeMutableRawPointer {
        kept.withLock { $0.popLast() }?.memory ?? RowBatch.allocate(pieceSize)
    }

    /// Takes a piece back.
    func give(_ memory: UnsafeMutableRawPointer) {
        let isKept = kept.withLock { kept in
            guard kept.count < limit else { return false }
            kept.append(Piece(memory: memory))
            return true
        }
        if !isKept { free(memory) }
    }
}
