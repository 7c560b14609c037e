import PolystoreStorage

/// What is recorded of a change to a pair, and which order keys follow.
struct LinkFlags: OptionSet {
    let rawValue: UInt8

    static let removes = LinkFlags(rawValue: 1)
    static let hasTargetOrder = LinkFlags(rawValue: 2)
    static let hasSourceOrder = LinkFlags(rawValue: 4)
    static let all: LinkFlags = [.removes, .hasTargetOrder, .hasSourceOrder]

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ link: LinkChange) {
        self = link.kind == .remove ? .removes : []
        if link.targetOrder != nil { insert(.hasTargetOrder) }
        if link.sourceOrder != nil { insert(.hasSourceOrder) }
    }
}
