import PolystoreModel

/// Neighbouring entries that were cut at the same bytes, whose order and membership only their rows tell.
struct CutEntries {
    /// The index.
    let definition: IndexDefinition
    /// The range that entries must really be in.
    let range: IndexRange
    private var prefix: [UInt8] = []
    private var entries: [(encoding: [UInt8], key: Int64)] = []
    private var isOpen = false

    init(definition: IndexDefinition, range: IndexRange) {
        self.definition = definition
        self.range = range
    }

    /// Whether no group of entries is open.
    var isEmpty: Bool { !isOpen }

    /// Whether an entry was cut at the same bytes as the open group.
    func belongs(_ key: UnsafeRawBufferPointer) -> Bool {
        IndexKey.isCut(key) && prefix.elementsEqual(key.prefix(IndexKey.head + IndexKey.cut))
    }

    /// Opens a group unless one is open.
    mutating func begin(_ key: UnsafeRawBufferPointer) {
        guard !isOpen else { return }
        isOpen = true
        prefix = Array(key.prefix(IndexKey.head + IndexKey.cut))
    }

    /// Adds an entry, if its row is in the range.
    mutating func add(_ row: RowView, _ binding: IndexBinding) {
        var encoding: [UInt8] = []
        KeyEncoding.append(definition.number, to: &encoding)
        binding.appendElements(row, to: &encoding)
        if range.contains(encoding) { entries.append((encoding, row.key)) }
    }

    /// The entries of the group in order, each with its full encoding; closes it.
    mutating func take(_ direction: ScanDirection) -> [(encoding: [UInt8], key: Int64)] {
        let ascending = definition.isKeyAscending
        entries.sort { left, right in
            if left.encoding != right.encoding { return left.encoding.lexicographicallyPrecedes(right.encoding) }
            return (left.key < right.key) == ascending
        }
        defer {
            entries = []
            isOpen = false
        }
        return direction == .forward ? entries : entries.reversed()
    }
}
