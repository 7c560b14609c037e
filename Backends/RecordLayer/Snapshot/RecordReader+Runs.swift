import PolystoreModel
import PolystoreStorage

extension RecordReader {
    /// Lists where the rows of entries lie, as far as they are of one layout, which nearly always are all.
    ///
    /// Looked at is only what the fixed part of a row needs: `view` looks at the rest of those that are wanted.
    ///
    /// - Parameters:
    ///   - entries: Records of a hierarchy.
    ///   - start: The first of them that is to be listed; there is one at that place.
    ///   - root: The hierarchy.
    ///   - places: Room for as many places.
    ///   - last: The layout of the row before; that of these rows afterwards.
    /// - Returns: How many rows were listed.
    /// - Throws: `damaged` with hierarchy and key.
    func list(
        _ entries: UnsafeBufferPointer<OrderedReading.Entry>, from start: Int, _ root: UInt16,
        into places: UnsafeMutablePointer<RowPlace>, _ last: inout LastLayout
    ) throws(StoreError) -> Int {
        guard let value = entries[start].value.baseAddress, entries[start].value.count >= RowHeader.size else {
            throw damaged(root, try objectKey(ofRecord: entries[start].key), "the row is too short")
        }
        let number = RowHeader.layout(value)
        if last.layout == nil || last.number != number {
            last = try layout(number, root, try objectKey(ofRecord: entries[start].key))
        }
        let fixedSize = last.layout?.withObject(\.fixedSize) ?? .max
        var (next, index) = (places, start)
        let keepsValuesIntact = keepsValuesIntact
        while index < entries.count {
            let (name, value) = entries[index]
            let key = try objectKey(ofRecord: name)
            guard value.count >= RowHeader.size else { throw damaged(root, key, "the row is too short") }
            let base = value.baseAddress.unsafelyUnwrapped
            if RowHeader.layout(base) != number { break }
            guard keepsValuesIntact || (fixedSize <= value.count && RowHeader.length(base) == value.count) else {
                throw damaged(root, key, "the row is not well formed")
            }
            next.pointee = RowPlace(base: base, key: key)
            next += 1
            index &+= 1
        }
        return index - start
    }

    /// The row at a place that was listed, well formed.
    ///
    /// - Throws: `damaged` with hierarchy and key.
    @inline(__always)
    func view(_ place: RowPlace, _ root: UInt16, _ layout: RowLayout) throws(StoreError) -> RowView {
        let row = RowView(base: place.base, layout: layout, key: place.key)
        guard keepsValuesIntact || row.isWellFormed(within: row.length) else {
            throw damaged(root, place.key, "the row is not well formed")
        }
        return row
    }
}
