/// The arithmetic of one level's section.
enum RowSection {
    /// Places the slots of a level from `end` on and moves `end` behind the section.
    static func place(_ level: [RowLayoutDescriptor.Slot], from end: inout Int) -> [RowSlot] {
        var pieces: [(index: Int, width: Int, isPeer: Bool)] = []
        for (index, slot) in level.enumerated() {
            pieces.append((index, slot.kind.width, false))
            if slot.hasPeer { pieces.append((index, 4, true)) }
        }
        // A stable order: wide pieces first, names within a width as the level has them.
        pieces = [16, 8, 4, 2, 1].flatMap { width in pieces.filter { $0.width == width } }
        var offsets = [Int](repeating: -1, count: level.count)
        var peerOffsets = offsets
        for piece in pieces {
            if piece.isPeer { peerOffsets[piece.index] = end } else { offsets[piece.index] = end }
            end += piece.width
        }
        let bitmap = end
        end = (end + (level.count + 7) / 8 + 7) & ~7
        return level.enumerated().map { index, slot in
            RowSlot(
                key: PropertyKey(slot.name), kind: slot.kind, offset: offsets[index], peerOffset: peerOffsets[index],
                nullOffset: bitmap + index / 8, nullMask: 1 << UInt8(index % 8),
                destinationRoot: slot.destinationRoot.map(RootNumber.init(interning:)) ?? RootNumber(rawValue: 0))
        }
    }
}
