import PolystoreModel
import PolystoreStorage

extension RowReader {
    /// Fills the plain slots of the row that was begun.
    ///
    /// A value's type is asked for only where the value could be that of nothing at all.
    @inline(__always)
    func fill(
        _ steps: UnsafeBufferPointer<PlainReadStep>, _ builder: RowBatchBuilder, _ key: Int64, _ stored: some StoredRow
    ) throws(StoreError) {
        guard let first = steps.baseAddress else { return }
        var row = builder.row
        for place in 0..<steps.count {
            let step = first + place
            let offset = Int(step.pointee.offset)
            let found = stored.value(step.pointee.column)
            switch step.pointee.form {
            case .boolean, .integer16, .integer32, .integer64:
                let number = found.integer
                if number == 0, found.isMissing { continue }
                switch step.pointee.form {
                case .boolean: row.storeBytes(of: number == 0 ? 0 : 1, toByteOffset: offset, as: UInt8.self)
                case .integer16:
                    row.storeBytes(
                        of: Int16(truncatingIfNeeded: number).littleEndian, toByteOffset: offset, as: Int16.self)
                case .integer32:
                    row.storeBytes(
                        of: Int32(truncatingIfNeeded: number).littleEndian, toByteOffset: offset, as: Int32.self)
                default: row.storeBytes(of: number.littleEndian, toByteOffset: offset, as: Int64.self)
                }
            case .float, .double:
                let number = found.double
                if number == 0, found.isMissing { continue }
                // −0 becomes 0, as everywhere in rows.
                let normal = number == 0 ? 0 : number
                if step.pointee.form == .float {
                    row.storeBytes(of: Float(normal).bitPattern.littleEndian, toByteOffset: offset, as: UInt32.self)
                } else {
                    row.storeBytes(of: normal.bitPattern.littleEndian, toByteOffset: offset, as: UInt64.self)
                }
            case .uuid:
                let bytes = found.bytes
                if bytes.baseAddress == nil, found.isMissing { continue }
                guard bytes.count == 16, let start = bytes.baseAddress else {
                    throw damaged(key, "a UUID has not 16 bytes", property(at: offset, builder))
                }
                (row + offset).copyMemory(from: start, byteCount: 16)
            case .text:
                let bytes = found.bytes
                if bytes.baseAddress == nil, found.isMissing { continue }
                let start = builder.appendVariable(bytes)
                // The row moves when its memory grows.
                row = builder.row
                row.storeBytes(of: UInt32(start).littleEndian, toByteOffset: offset, as: UInt32.self)
                row.storeBytes(of: UInt32(bytes.count).littleEndian, toByteOffset: offset &+ 4, as: UInt32.self)
            case .reference, .referenceWithPeer:
                let number = found.integer
                if number == 0, found.isMissing { continue }
                row.storeBytes(of: number.littleEndian, toByteOffset: offset, as: Int64.self)
                if step.pointee.form == .referenceWithPeer, step.pointee.companion >= 0 {
                    let peer = UInt32(truncatingIfNeeded: stored.value(step.pointee.companion).integer)
                    row.storeBytes(of: peer.littleEndian, toByteOffset: Int(step.pointee.peerOffset), as: UInt32.self)
                }
            }
            let nulls = row + Int(step.pointee.nullOffset)
            nulls.storeBytes(of: nulls.load(as: UInt8.self) & step.pointee.presentMask, as: UInt8.self)
        }
    }

    /// The property of a slot of the row that was begun.
    @inline(never)
    private func property(at offset: Int, _ builder: RowBatchBuilder) -> PropertyKey? {
        layouts.layout(number: RowHeader.layout(builder.row))?.slots.first { $0.offset == offset }?.key
    }
}
