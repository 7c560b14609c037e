import CPolystoreSQLite
import Foundation
import PolystoreModel
import PolystoreStorage

/// What a statement that updates makes of each row: the new row, once for all columns that take something of it.
///
/// The function in the statement is called for each of these columns and for the seal, in an order that the engine does not
/// promise; it is given the whole row each time, and knows a row by its key.
final class RowChange {
    /// What a column takes.
    private enum Result {
        case missing
        case integer(Int64)
        case double(Double)
        case text([UInt8])
        case blob([UInt8])
    }

    private let reader: RowReader
    private let properties: [PropertyKey]
    private let change: (RowView) throws -> MutableRow
    private let builder: RowBatchBuilder
    private var key: Int64?
    private var results: [Result] = []
    private var seal: Int64 = 0
    /// The error that ended the statement.
    private(set) var failure: (any Error)?
    /// Whether a row was met that has to be written as a whole, because another layout or program wrote it.
    private(set) var hasOtherRows = false

    init(_ reader: RowReader, _ properties: [PropertyKey], _ change: @escaping (RowView) throws -> MutableRow) {
        (self.reader, self.properties, self.change) = (reader, properties, change)
        builder = RowBatchBuilder(layouts: reader.layouts)
    }

    /// Gives a column its new value: that of a property by its number, or the seal for a negative one.
    func give(_ number: Int, _ columns: FunctionColumns, _ context: OpaquePointer?) {
        do {
            let current = columns.integer(0)
            if key != current {
                key = nil
                guard try make(columns) else {
                    hasOtherRows = true
                    return sqlite3_result_error(context, "a row has to be written as a whole", -1)
                }
                key = current
            }
            if number < 0 { sqlite3_result_int64(context, seal) } else { give(results[number], context) }
        } catch {
            failure = error
            sqlite3_result_error(context, "the change of a row failed", -1)
        }
    }

    /// Makes the new row; false where the old one is not of the newest layout.
    private func make(_ columns: FunctionColumns) throws -> Bool {
        guard reader.isNewest(seal: columns.value(3), entity: columns.integer(1)),
            try reader.read(columns, into: builder)
        else { return false }
        var made: MutableRow?
        var version: UInt32 = 0
        var failure: (any Error)?
        builder.withdrawLast { row in
            version = row.version
            do { made = try change(row) } catch { failure = error }
        }
        if let failure { throw failure }
        guard let made else { return false }
        builder.append(packing: made, version: version &+ 1)
        builder.withdrawLast { row in
            seal = RowSeal.seal(row)
            results = properties.map { result($0, row) }
        }
        return true
    }

    private func result(_ property: PropertyKey, _ row: RowView) -> Result {
        guard let slot = row.slot(of: property)?.pointee, !row.isMissing(slot) else { return .missing }
        switch slot.kind {
        case .double, .float, .date: return .double(row.double(slot))
        case .string, .uri: return .text(Array(row.variable(slot)))
        case .uuid: return withUnsafeBytes(of: row.uuid(slot).uuid) { .blob(Array($0)) }
        default: return .integer(row.integer(slot))
        }
    }

    private func give(_ result: Result, _ context: OpaquePointer?) {
        switch result {
        case .missing: sqlite3_result_null(context)
        case .integer(let number): sqlite3_result_int64(context, number)
        case .double(let number): sqlite3_result_double(context, number)
        case .text(let bytes):
            guard !bytes.isEmpty else { return polystore_sqlite_result_text(context, "", 0) }
            bytes.withUnsafeBytes {
                polystore_sqlite_result_text(
                    context, $0.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64($0.count))
            }
        case .blob(let bytes):
            bytes.withUnsafeBytes { polystore_sqlite_result_blob(context, $0.baseAddress, UInt64($0.count)) }
        }
    }

    /// Whether a column of a kind takes values from here: those that lie in one column, as they are.
    static func gives(_ kind: SlotKind) -> Bool {
        switch kind {
        case .boolean, .integer16, .integer32, .integer64, .double, .float, .date, .string, .uri, .uuid: true
        case .decimal, .binary, .transformable, .reference, .objectReference, .orderKey: false
        }
    }
}
