import PolystoreStorage

extension ChangeSet {
    /// Writes the change set as a record that a later version of the program can read without the model of this one: see the
    /// page *The change set format*.
    ///
    /// The sink is given one frame after another, each of at most 64 KiB and valid during the call, as soon as it is full;
    /// no more than one frame is held beside the rows of the change set.
    ///
    /// - Throws: The sink's errors; nothing else can fail.
    /// - Complexity: Linear in the bytes of the rows, which are copied once, into the frame.
    public func encode<Failure: Error>(
        to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        try withoutActuallyEscaping(sink) { (sink) throws(Failure) in
            try ChangeSetEncoder(changes: self, writer: FrameWriter(sink)).encode()
        }
    }

    /// The record in one piece, for change sets that are known to be small.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        encode { bytes.append(contentsOf: $0) }
        return bytes
    }
}
