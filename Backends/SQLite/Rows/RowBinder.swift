import Foundation
import PolystoreModel
import PolystoreStorage

/// Binds the slots of packed rows to the parameters of an insert or an update, without copying text or data.
struct RowBinder {
    /// Where large data goes.
    let externalData: ExternalDataFolder
    /// The inserted rows of the save, to find the entities of objects that are inserted together.
    let inserted: InsertedEntities
    /// The files that were written, to be removed if the save does not happen.
    private(set) var newFiles: [String] = []

    init(externalData: ExternalDataFolder, inserted: InsertedEntities) {
        self.externalData = externalData
        self.inserted = inserted
    }

    /// Binds all slots for an insert, and leaves the parameter behind them.
    mutating func bindAll(
        _ row: RowView, _ writer: RowWriter, to statement: Statement, from index: inout Int32
    ) throws(StoreError) {
        let binds = writer.binds
        for position in binds.indices { try bind(row, binds[position], position, writer, statement, &index) }
    }

    /// Binds the slots of an update, and leaves the parameter behind them.
    mutating func bind(
        _ row: RowView, _ writer: RowWriter, _ shape: UpdateShape, to statement: Statement, from index: inout Int32
    ) throws(StoreError) {
        let binds = writer.binds
        for position in binds.indices {
            if shape.slots.contains(position) {
                try bind(row, binds[position], position, writer, statement, &index)
            } else if binds[position].hasCompanion, shape.companions.contains(position) {
                if let deferred = row.deferredData(binds[position].slot) {
                    statement.bind(DeferredColumn.encode(deferred), index)
                } else {
                    statement.bindNull(index)
                }
                index += 1
            }
        }
    }

    @inline(__always)
    private mutating func bind(
        _ row: RowView, _ step: BindStep, _ position: Int, _ writer: RowWriter, _ statement: Statement,
        _ index: inout Int32
    ) throws(StoreError) {
        let slot = step.slot
        let value = index
        index += 1
        if row.isMissing(slot) {
            statement.bindNull(value)
            if step.hasCompanion {
                statement.bindNull(index)
                index += 1
            }
            if case .none = step.target { return }
            statement.bind(Int64(-1), index)
            index += 1
            return
        }
        switch slot.kind {
        case .boolean, .integer16, .integer32, .integer64, .orderKey: statement.bind(row.integer(slot), value)
        case .float, .double, .date: statement.bind(row.double(slot), value)
        case .uuid:
            statement.bindBlob(UnsafeRawBufferPointer(start: row.base + slot.offset, count: 16), value)
        case .string, .uri: statement.bindText(row.variable(slot), value)
        case .decimal:
            let bytes = row.variable(slot)
            let copy = DecimalEncoding.decode(bytes).map { NSDecimalNumber(decimal: $0).doubleValue }
            if let copy { statement.bind(copy, value) } else { statement.bindNull(value) }
            statement.bindBlob(bytes, index)
            index += 1
        case .binary, .transformable:
            try bindData(row, step, statement, value, companion: index)
            index += 1
        case .reference, .objectReference:
            let peer = row.referencePeer(slot)
            let key = row.referenceKey(slot)
            statement.bind(key, value)
            if step.hasCompanion {
                if peer == 0 { statement.bindNull(index) } else { statement.bind(Int64(peer), index) }
                index += 1
            }
            switch step.target {
            case .none: return
            case .only(let entity): statement.bind(peer == 0 ? entity : -1, index)
            case .several: bindTarget(key, peer, writer.steps[position].targetEntity, statement, index)
            }
            index += 1
        }
    }

    private func bindTarget(
        _ key: Int64, _ peer: UInt32, _ target: WriteStep.TargetEntity?, _ statement: Statement, _ index: Int32
    ) {
        if peer != 0 {
            statement.bind(Int64(-1), index)
        } else if let target, let entity = inserted.entity(of: key, among: target.entities) {
            statement.bind(Int64(entity), index)
        } else {
            statement.bindNull(index)
        }
    }

    private mutating func bindData(
        _ row: RowView, _ step: BindStep, _ statement: Statement, _ value: Int32, companion: Int32
    ) throws(StoreError) {
        guard row.deferredData(step.slot) == nil else {
            throw StoreError(withoutData: step.slot, row)
        }
        let bytes = row.variable(step.slot)
        if bytes.count > DeferredData.threshold {
            statement.bind(DeferredColumn.encode(DeferredData(describing: bytes)), companion)
        } else {
            statement.bindNull(companion)
        }
        guard step.isExternal else {
            statement.bindBlob(bytes, value)
            return
        }
        if bytes.count > ExternalValue.threshold {
            let name = try externalData.write(bytes)
            newFiles.append(name)
            statement.bindBlobCopy(ExternalValue.column(file: name), value)
        } else {
            statement.bindBlobCopy(ExternalValue.column(inline: bytes), value)
        }
    }
}
