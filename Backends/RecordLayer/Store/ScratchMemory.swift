/// Memory that is used again and again for one copy of some bytes.
final class ScratchMemory {
    private var memory = UnsafeMutableRawPointer.allocate(byteCount: 1024, alignment: 8)
    private var capacity = 1024

    deinit { memory.deallocate() }

    /// The first byte; valid until the next replacement.
    var base: UnsafeRawPointer { UnsafeRawPointer(memory) }

    /// Replaces what is held by a copy of bytes that lie elsewhere.
    func replace(with bytes: UnsafeRawBufferPointer) {
        if bytes.count > capacity {
            memory.deallocate()
            capacity = bytes.count
            memory = .allocate(byteCount: capacity, alignment: 8)
        }
        if let source = bytes.baseAddress { memory.copyMemory(from: source, byteCount: bytes.count) }
    }
}
