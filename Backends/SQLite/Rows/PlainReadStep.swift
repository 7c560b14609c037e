import PolystoreModel

/// How a slot is filled whose value is all that its column has: what most slots are, as few bytes as can be, because every
/// row that is read walks over them.
struct PlainReadStep: Sendable {
    /// How the value of a column lies in a row.
    enum Form: UInt8 {
        case boolean, integer16, integer32, integer64, float, double, uuid, text, reference, referenceWithPeer
    }

    let form: Form
    /// What is left of the null bitmap's byte when the slot has a value.
    let presentMask: UInt8
    /// The position of the value among the query's columns.
    let column: Int32
    /// The position of a reference's peer; negative when there is none.
    let companion: Int32
    let offset: Int32
    let nullOffset: Int32
    let peerOffset: Int32

    /// Nil for a slot whose value may have to be converted, or read from elsewhere.
    init?(_ step: ReadStep) {
        let slot = step.slot
        guard let form = Self.form(of: slot) else { return nil }
        self.form = form
        presentMask = ~slot.nullMask
        column = step.column
        companion = step.companion
        offset = Int32(slot.offset)
        nullOffset = Int32(slot.nullOffset)
        peerOffset = Int32(slot.peerOffset)
    }

    private static func form(of slot: RowSlot) -> Form? {
        switch slot.kind {
        case .boolean: .boolean
        case .integer16: .integer16
        case .integer32: .integer32
        case .integer64, .orderKey: .integer64
        case .float: .float
        case .double, .date: .double
        case .uuid: .uuid
        case .string, .uri: .text
        case .reference, .objectReference: slot.hasPeer ? .referenceWithPeer : .reference
        case .decimal, .binary, .transformable: nil
        }
    }
}
