/// The numbers of the commit log's format; see the page *The commit log's format*.
enum CommitLogFormat {
    /// What a header begins with.
    static let magic: [UInt8] = Array("POLYCLOG".utf8)
    /// What an entry begins with: `PCLE`.
    static let entryMagic: UInt32 = 0x454C_4350
    /// The version that is written, and the greatest that is read.
    static let version: UInt16 = 1
    /// Where the two headers lie, of which the one with the greater generation counts.
    static let headerOffsets = [0, 32 << 10]
    /// The room of one header.
    static let headerSize = 32 << 10
    /// Where the first entry lies.
    static let firstEntry = 64 << 10
    /// Entries begin at multiples of this.
    static let alignment = 8
    /// The bytes of a header before its members.
    static let headerFieldSize = 56
    /// The bytes of an entry before its participants.
    static let entryFieldSize = 56
    /// The bytes of a participant.
    static let participantSize = 24
    /// The file grows by this, so that a sync waits for data alone.
    static let growth = 1 << 20

    static func aligned(_ offset: Int) -> Int { (offset + alignment - 1) & ~(alignment - 1) }
}
