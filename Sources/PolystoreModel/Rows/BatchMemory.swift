import Foundation

/// The memory of full-sized batches of rows: what one batch gives back is kept for the next, up to a limit.
///
/// A fetch of many rows fills as much memory as the one before gave back. The allocator returns it to the system when much
/// is freed at once, and to get its pages again takes as long as to copy the rows into them.
struct BatchMemory: ~Copyable, Sendable {
    /// The memory that all batches of the process share: 16 MiB of it are kept.
    static let shared = BatchMemory(limit: (16 << 20) / size)
    /// The bytes of each piece.
    static let size = RowBatchBuilder.batchSize

    // SAFETY: nobody uses a piece that is kept, and whoever takes it is the only one to know it.
    private struct Piece: @unchecked Sendable { let memory: UnsafeMutableRawPointer }

    private let limit: Int
    private let kept = Protected<[Piece]>([])

    /// Keeps so many pieces at most.
    init(limit: Int) { self.limit = limit }

    deinit { kept.withLock { kept in for piece in kept { free(piece.memory) } } }

    /// Memory for a batch of some bytes: a piece of the shared memory where it has a piece's size.
    static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
        byteCount == size ? shared.take() : RowBatch.allocate(byteCount)
    }

    /// Takes back what `allocate` gave out for as many bytes.
    static func release(_ memory: UnsafeMutableRawPointer, _ byteCount: Int) {
        if byteCount == size { shared.give(memory) } else { free(memory) }
    }

    /// How many pieces are kept now.
    var count: Int { kept.withLock { $0.count } }

    /// A piece, which `give` takes back; what it holds means nothing.
    func take() -> UnsafeMutableRawPointer {
        kept.withLock { $0.popLast() }?.memory ?? RowBatch.allocate(Self.size)
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
