import CPolystoreSQLite
import PolystoreModel
import PolystoreStorage

extension RowReader {
    /// Fills the slots of the row that was begun.
    ///
    /// A value's type is asked for only where the value could be that of nothing at all.
    func fill(
        _ steps: [ReadStep], _ statement: some RowColumns, _ builder: RowBatchBuilder, _ key: Int64
    ) throws(StoreError) {
        for step in steps {
            let value = statement.value(step.column)
            switch step.slot.kind {
            case .boolean, .integer16, .integer32, .integer64, .orderKey:
                let number = value.integer
                if number == 0, value.isMissing { continue }
                builder.setInteger(step.slot.kind == .boolean && number != 0 ? 1 : number, step.slot)
            case .float, .double, .date:
                let number = value.double
                if number == 0, value.isMissing { continue }
                builder.setDouble(number, step.slot)
            case .uuid:
                let bytes = value.bytes
                if bytes.baseAddress == nil, value.isMissing { continue }
                guard bytes.count == 16, let start = bytes.baseAddress else {
                    throw damaged(key, "a UUID has not 16 bytes", step.slot.key)
                }
                builder.setUUID(bytes: start, step.slot)
            case .string, .uri:
                let bytes = value.bytes
                if bytes.baseAddress == nil, value.isMissing { continue }
                builder.setVariable(bytes, step.slot)
            case .reference, .objectReference:
                let target = value.integer
                if target == 0, value.isMissing { continue }
                let peer = step.companion >= 0 ? UInt32(truncatingIfNeeded: statement.integer(step.companion)) : 0
                builder.setReference(target, peer: peer, step.slot)
            case .decimal: try fillDecimal(value, step, statement, builder, key)
            case .binary, .transformable: try fillData(value, step, statement, builder, key)
            }
        }
    }

    private func fillDecimal(
        _ value: ColumnValue, _ step: ReadStep, _ statement: some RowColumns, _ builder: RowBatchBuilder, _ key: Int64
    ) throws(StoreError) {
        if value.isMissing { return }
        if step.companion >= 0, !statement.isNull(step.companion) {
            builder.setVariable(statement.bytes(step.companion), step.slot)
            return
        }
        let bytes =
            value.type == SQLITE_INTEGER ? ForeignDecimal.bytes(value.integer) : ForeignDecimal.bytes(value.double)
        guard let bytes else { throw damaged(key, "a decimal cannot be read", step.slot.key) }
        bytes.withUnsafeBytes { builder.setVariable($0, step.slot) }
    }

    private func fillData(
        _ value: ColumnValue, _ step: ReadStep, _ statement: some RowColumns, _ builder: RowBatchBuilder, _ key: Int64
    ) throws(StoreError) {
        if step.companion >= 0, !statement.isNull(step.companion) {
            builder.setDeferred(DeferredColumn.decode(statement.integer(step.companion)), step.slot)
            return
        }
        if value.isMissing { return }
        guard step.isExternal else {
            fillData(value.bytes, step, builder)
            return
        }
        switch ExternalValue(value.bytes) {
        case .inline(let bytes): fillData(bytes, step, builder)
        case .file(let name):
            let data = try externalData.read(name, property: step.slot.key)
            data.withUnsafeBytes { fillData($0, step, builder) }
        case nil: throw damaged(key, "the value's first byte is not one that is known", step.slot.key)
        }
    }

    /// Data without our column beside it: short, or written by another program.
    private func fillData(_ bytes: UnsafeRawBufferPointer, _ step: ReadStep, _ builder: RowBatchBuilder) {
        if bytes.count > DeferredData.threshold {
            builder.setDeferred(DeferredData(describing: bytes), step.slot)
        } else {
            builder.setVariable(bytes, step.slot)
        }
    }
}
