/// Bytes that stay where they are as long as they are held.
final class PlainBytes: Sendable {
    // SAFETY: written in init, only read afterwards, freed in deinit.
    nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

    init(_ source: some Collection<UInt8>) {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: source.count, alignment: 8)
        memory.copyBytes(from: source)
        bytes = UnsafeRawBufferPointer(memory)
    }

    deinit { bytes.deallocate() }
}
