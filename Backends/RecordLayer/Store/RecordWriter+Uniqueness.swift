import PolystoreModel
import PolystoreStorage

extension RecordWriter {
    /// Looks for equal values among everything that is there after the save.
    func checkUniqueness() throws(StoreError) {
        var seen: Set<StoreConflicts.Uniqueness> = []
        for check in uniquenessChecks {
            guard let constraint = check.binding.definition.constraint else { continue }
            for other in try objects(withValuesOf: check.row, check.binding) {
                let object = check.row.objectID
                // A pair of this save is met from both sides and reported once.
                guard !seen.contains(.init(constraint: constraint, object: other, other: object)) else { continue }
                let conflict = StoreConflicts.Uniqueness(constraint: constraint, object: object, other: other)
                if seen.insert(conflict).inserted { conflicts.uniqueness.append(conflict) }
            }
        }
    }

    private func objects(withValuesOf row: RowView, _ binding: IndexBinding) throws(StoreError) -> [ObjectID] {
        var key: [UInt8] = []
        binding.makeKey(row, &key)
        let isCut = key.count == IndexKey.cutLength
        let large = largeSlots(row, binding)
        let range = KeyRange(prefix: Array(key.dropLast(8)))
        var keys: [Int64] = []
        try transaction.scan(.indexes, range, .forward) { (key, _) throws(StoreError) in
            let other = try reader.objectKey(ofEntry: key, binding.definition)
            if other != row.key { keys.append(other) }
            return true
        }
        if isCut, !keys.isEmpty { keys = try keysWithEqualElements(keys, row, binding) }
        if !large.isEmpty, !keys.isEmpty { keys = try keysWithEqualData(keys, row, large) }
        return keys.map { ObjectID(store: catalog.store, root: row.layout.root, key: $0) }
    }

    /// Those rows whose elements, uncut, are really equal.
    private func keysWithEqualElements(
        _ keys: [Int64], _ row: RowView, _ binding: IndexBinding
    ) throws(StoreError) -> [Int64] {
        var elements: [UInt8] = []
        binding.appendElements(row, to: &elements)
        let layout = try catalog.layout(of: row)
        var result: [Int64] = []
        for key in keys {
            guard let other = try reader.row(layout.root, key) else { continue }
            let bindings = try catalog.layout(of: other).bindings
            guard let otherBinding = bindings.first(where: { $0.definition.number == binding.definition.number })
            else { continue }
            var otherElements: [UInt8] = []
            otherBinding.appendElements(other, to: &otherElements)
            if elements == otherElements { result.append(key) }
        }
        return result
    }

    /// The elements that keys hold as length and checksum only.
    private func largeSlots(_ row: RowView, _ binding: IndexBinding) -> [RowSlot] {
        binding.slots.compactMap(\.self).filter { slot in
            slot.kind.mayBeDeferred && !row.isMissing(slot) && KeyEncoding.described(row, slot) != nil
        }
    }

    /// Those rows whose large data, which is written by now, is really equal.
    private func keysWithEqualData(
        _ keys: [Int64], _ row: RowView, _ slots: [RowSlot]
    ) throws(StoreError) -> [Int64] {
        let root = try catalog.layout(of: row).root
        var result = keys
        for slot in slots {
            let property = slot.key.name
            let data = try largeData(root, row.key, property)
            var equal: [Int64] = []
            for key in result where try largeData(root, key, property) == data { equal.append(key) }
            result = equal
        }
        return result
    }

    private func largeData(_ root: UInt16, _ key: Int64, _ property: String) throws(StoreError) -> [UInt8]? {
        try RecordKey.data(root, key, property: property).withUnsafeBytesTyped { (raw) throws(StoreError) in
            try transaction.value(.data, raw).map { Array($0) }
        }
    }
}
