import PolystoreModel
import PolystoreStorage

/// Finds the entity of an object that is inserted by the same save, in its rows, which come sorted by entity and key.
struct InsertedEntities {
    private let rows: [StoreChanges.Row]
    /// The rows of each entity number.
    private var ranges: [Int: Range<Int>] = [:]

    /// Makes the search over the inserted rows of a save.
    init(_ rows: [StoreChanges.Row], isNeeded: Bool) {
        self.rows = rows
        guard isNeeded else { return }
        var start = 0
        for index in rows.indices {
            let entity = RowHeader.entity(rows[index].view.base)
            if index + 1 == rows.count || RowHeader.entity(rows[index + 1].view.base) != entity {
                ranges[Int(entity)] = start..<(index + 1)
                start = index + 1
            }
        }
    }

    /// The number of the entity that a key is inserted with; nil when it is not inserted.
    func entity(of key: Int64, among entities: [Int: ModelEntity]) -> Int? {
        for number in entities.keys {
            guard var range = ranges[number] else { continue }
            while !range.isEmpty {
                let middle = (range.lowerBound + range.upperBound) / 2
                let found = rows[middle].view.key
                if found == key { return number }
                range = found < key ? middle + 1..<range.upperBound : range.lowerBound..<middle
            }
        }
        return nil
    }
}
