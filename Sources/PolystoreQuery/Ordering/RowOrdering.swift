import Foundation
import PolystoreModel

/// The total order of a fetch: the sort keys, then the object's key in the direction of the last sort key (ascending
/// without one), then the place of the store.
///
/// Missing values come first ascending and last descending; text is in the order of its UTF-8 bytes, folded as the sort
/// key says; objects are in the order of their keys. A row's place in the order is a run of bytes (`sortBytes`) that is
/// made once and compared as unsigned bytes.
///
/// Not thread-safe: one ordering belongs to one request.
public final class RowOrdering {
    /// The sort keys.
    public let sortKeys: [ResolvedSortKey]
    private let stores: [StoreNumber]
    private let buffer = SortBytes()
    private let other = SortBytes()
    private let patterns = PatternCache()
    /// The sort keys that are numbers of the row itself; nil for others.
    private let numbers: [OwnNumber?]
    private let firstNumber: OwnNumber?

    /// A number of the row itself, written for every row without counting references.
    private struct OwnNumber {
        let key: PropertyKey
        let kind: SlotKind
        let isAscending: Bool

        /// Nil for what is no number, or stands elsewhere.
        init?(_ sortKey: ResolvedSortKey) {
            guard let path = sortKey.path, path.steps.isEmpty, case .attribute(let attribute) = path.terminal,
                let kind = attribute.slotKind
            else { return nil }
            switch kind {
            case .boolean, .integer16, .integer32, .integer64, .float, .double, .date: break
            default: return nil
            }
            key = attribute.key
            self.kind = kind
            isAscending = sortKey.isAscending
        }

        /// Writes the number; false where the row keeps it in another way.
        @inline(__always)
        func write(_ row: RowView, to buffer: SortBytes) -> Bool {
            guard let slot = row.slot(of: key)?.pointee, slot.kind == kind else { return false }
            buffer.setAscending(isAscending)
            if row.isMissing(slot) {
                buffer.appendMissing()
                return true
            }
            switch kind {
            case .float, .double, .date: buffer.append(row.double(slot))
            default: buffer.append(row.integer(slot))
            }
            return true
        }

        /// What the number says of the bytes that it is written as; nil where it is missing or kept in another way.
        @inline(__always)
        func lead(_ row: RowView) -> SortPrefix? {
            guard let slot = row.slot(of: key)?.pointee, slot.kind == kind, !row.isMissing(slot) else { return nil }
            switch kind {
            case .float, .double, .date: return SortBytes.lead(row.double(slot), isAscending: isAscending)
            default: return SortBytes.lead(row.integer(slot), isAscending: isAscending)
            }
        }
    }

    /// Makes an order.
    ///
    /// - Parameters:
    ///   - sortKeys: The sort keys.
    ///   - stores: The stores in the order of their places; rows of others come behind them, by number.
    public init(_ sortKeys: [ResolvedSortKey], stores: [StoreNumber] = []) {
        self.sortKeys = sortKeys
        self.stores = stores
        numbers = sortKeys.map { OwnNumber($0) }
        firstNumber = numbers.first ?? nil
    }

    /// What a row's sort bytes begin with, where the first sort key is a number of the row itself that tells it.
    @inline(__always)
    func lead(of row: RowView) -> SortPrefix? { firstNumber?.lead(row) }

    /// The direction of the object's key.
    public var isKeyAscending: Bool { sortKeys.last?.isAscending ?? true }

    /// Calls a closure with a row's place in the order: bytes that compare as unsigned bytes.
    ///
    /// - Throws: The source's errors.
    public func withSortBytes<Result>(
        of row: RowView, source: any RowSource, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        try write(row, source, to: buffer)
        return try body(buffer.bytes)
    }

    /// A row's place in the order: bytes that compare as unsigned bytes.
    ///
    /// - Throws: The source's errors.
    public func sortBytes(of row: RowView, source: any RowSource) throws -> [UInt8] {
        try write(row, source, to: buffer)
        return Array(buffer.bytes)
    }

    /// Below zero, zero or above zero, as the first row comes before, with or after the second.
    ///
    /// Meant for few rows; many are sorted by `RowSorter`, which looks at each row once.
    ///
    /// - Throws: The source's errors.
    public func order(_ left: RowView, _ right: RowView, source: any RowSource) throws -> Int {
        try write(left, source, to: buffer)
        try write(right, source, to: other)
        return TextSearch.order(buffer.bytes, other.bytes)
    }

    private func write(_ row: RowView, _ source: any RowSource, to buffer: SortBytes) throws {
        buffer.removeAll()
        for index in sortKeys.indices {
            if let number = numbers[index], number.write(row, to: buffer) { continue }
            let key = sortKeys[index]
            buffer.setAscending(key.isAscending)
            switch key.term {
            case .path(let path): try SortValue.write(path, key.options, of: row, source, to: buffer)
            case .expression(let expression, let count):
                let variables = [ExpressionResult](repeating: .value(.missing), count: count)
                var run = ExpressionRun(row: row, source: source, patterns: patterns, variables: variables)
                SortValue.write(try run.result(of: expression).single, key.options, to: buffer)
            }
        }
        buffer.setAscending(isKeyAscending)
        buffer.append(row.key)
        buffer.setAscending(true)
        let store = row.layout.store
        let place = stores.firstIndex(of: store)
        buffer.append(Int64(place ?? stores.count))
        if place == nil { buffer.append(Int64(store.rawValue)) }
    }
}
