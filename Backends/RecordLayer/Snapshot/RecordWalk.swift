import PolystoreModel
import PolystoreStorage

/// Walks over the objects that a plan finds, in its order, reading rows only where keys do not tell.
struct RecordWalk {
    /// Receives an object's key, and its row when the walk had to read it, valid inside the call; false ends the walk.
    typealias Visitor = (Int64, RowView?) throws(StoreError) -> Bool

    let reader: RecordReader
    let plan: RecordPlan

    func run(_ visit: Visitor) throws(StoreError) {
        guard let predicate = plan.filter else {
            try walk(visit)
            return
        }
        let filter = RowFilter(predicate)
        try walk { (key, found) throws(StoreError) in
            if let found { return try filter.matches(found) ? visit(key, found) : true }
            guard let row = try reader.row(plan.root, key), try filter.matches(row) else { return true }
            return try visit(key, row)
        }
    }

    private func walk(_ visit: Visitor) throws(StoreError) {
        switch plan.access {
        case .nothing: return
        case .records: try walkRecords(visit)
        case .keys(let keys): try walk(keys, visit)
        case .index(let definition, let ranges): try walk(definition, ranges, visit)
        }
    }

    @inline(__always)
    private func isWanted(_ entity: UInt16) -> Bool {
        guard let entities = plan.entities else { return true }
        return entities.contains(entity)
    }

    private func walkRecords(_ visit: Visitor) throws(StoreError) {
        let range = KeyRange(prefix: RecordKey.prefix(plan.root))
        try reader.reading.scan(.records, range, plan.direction) { (key, value) throws(StoreError) in
            let row = try reader.view(value, plan.root, reader.objectKey(ofRecord: key))
            guard isWanted(RowHeader.entity(row.base)) else { return true }
            return try visit(row.key, row)
        }
    }

    private func walk(_ keys: [Int64], _ visit: Visitor) throws(StoreError) {
        let count = keys.count
        for index in 0..<count {
            let key = plan.direction == .forward ? keys[index] : keys[count - 1 - index]
            guard let row = try reader.row(plan.root, key), isWanted(RowHeader.entity(row.base)) else { continue }
            if try !visit(key, row) { return }
        }
    }

    private func walk(_ definition: IndexDefinition, _ ranges: [IndexRange], _ visit: Visitor) throws(StoreError) {
        var isStopped = false
        for index in ranges.indices where !isStopped {
            let range = plan.direction == .forward ? ranges[index] : ranges[ranges.count - 1 - index]
            var cut = CutEntries(definition: definition, range: range)
            try reader.reading.scan(.indexes, range.keys, plan.direction) { (key, value) throws(StoreError) in
                if !cut.isEmpty, !cut.belongs(key) { isStopped = try !flush(&cut, visit) }
                if isStopped { return false }
                let objectKey = try reader.objectKey(ofEntry: key, definition)
                guard value.count == 2 else {
                    throw reader.catalog.error(
                        .damaged,
                        [
                            .entity: definition.entity.name,
                            .reason: "an entry of the index \(definition.text) is not readable",
                        ])
                }
                guard isWanted(UInt16(littleEndian: value.loadUnaligned(as: UInt16.self))) else { return true }
                if IndexKey.isCut(key) {
                    cut.begin(key)
                    try settle(objectKey, &cut)
                    return true
                }
                isStopped = try !visit(objectKey, nil)
                return !isStopped
            }
            if !isStopped { isStopped = try !flush(&cut, visit) }
        }
    }

    /// Looks at the row of a cut entry and keeps it if it really is in the range.
    private func settle(_ key: Int64, _ cut: inout CutEntries) throws(StoreError) {
        guard let row = try reader.row(plan.root, key),
            let bindings = reader.catalog.layout(row.layout.number)?.bindings,
            let binding = bindings.first(where: { $0.definition.number == cut.definition.number })
        else { return }
        cut.add(row, binding)
    }

    /// Hands out cut entries in the order of what they really hold.
    private func flush(_ cut: inout CutEntries, _ visit: Visitor) throws(StoreError) -> Bool {
        for key in cut.take(plan.direction) where try !visit(key, nil) { return false }
        return true
    }
}
