import PolystoreStorage

/// The numbers of the format in which a change set is recorded; see the page *The change set format*.
enum RecordFormat {
    /// The header of a record: the first bytes of its first message.
    static let magic: [UInt8] = Array("POLYCHNG".utf8)
    /// The version that is written, and the greatest that is read.
    static let version: UInt16 = 1
    /// The bytes before the payload of a frame.
    static let headerSize = 12
    /// The most bytes of a message that one frame carries: 64 KiB.
    static let payloadSize = 64 << 10
    /// A message of rows ends with the row that reaches this size: 32 KiB.
    static let messageSize = 32 << 10
    /// The most marks, links or IDs of one message.
    static let elementCount = 1024
    /// The most slots that a layout may have.
    static let slotCount = 1 << 14

    /// What a message says.
    ///
    /// The raw values are part of the format.
    enum Kind: UInt8 {
        case begin = 1
        case names = 2
        case touched = 3
        case store = 4
        case peers = 5
        case layout = 6
        case inserts = 7
        case updates = 8
        case tombstones = 9
        case deletes = 10
        case locks = 11
        case links = 12
        case metadata = 13
        case end = 14
    }

    /// The message goes on in the next frame.
    static let continues: UInt8 = 1
    /// A reader that does not know the kind of the message passes over it.
    static let mayBeSkipped: UInt8 = 2
}
