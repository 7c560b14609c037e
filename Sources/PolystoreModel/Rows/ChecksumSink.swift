/// Takes the pieces of what a checksum is computed over.
protocol ChecksumSink {
    mutating func append(_ value: some FixedWidthInteger & BitwiseCopyable)
    mutating func append(_ bytes: UnsafeRawBufferPointer)
}
