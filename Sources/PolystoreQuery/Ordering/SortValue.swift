import Foundation
import PolystoreModel

/// Writes what a sort key says of a row.
enum SortValue {
    /// Follows a path from a row and writes the value at its end.
    static func write(
        _ path: ResolvedPath, _ options: FetchComparison.Options, of row: RowView, _ source: any RowSource,
        to buffer: SortBytes
    ) throws {
        try write(path, TextFolding(options), from: 0, of: row, source, to: buffer)
    }

    private static func write(
        _ path: ResolvedPath, _ folding: TextFolding, from index: Int, of row: RowView, _ source: any RowSource,
        to buffer: SortBytes
    ) throws {
        let steps = path.steps
        guard index < steps.count else {
            switch path.terminal {
            case .attribute(let attribute): write(attribute, of: row, folding, to: buffer)
            case .object: write(row.objectID, to: buffer)
            case .count: buffer.appendMissing()
            }
            return
        }
        guard !steps[index].isToMany, let object = try PathReader.reference(steps[index], of: row, source) else {
            buffer.appendMissing()
            return
        }
        if index == steps.count - 1, path.terminal == .object {
            write(object, to: buffer)
            return
        }
        let found: Void? = try source.withRow(of: object) {
            try write(path, folding, from: index + 1, of: $0, source, to: buffer)
        }
        if found == nil { buffer.appendMissing() }
    }

    private static func write(_ object: ObjectID, to buffer: SortBytes) {
        buffer.append(object.key)
        buffer.append(Int64(object.store.rawValue))
    }

    private static func write(
        _ attribute: ModelAttribute, of row: RowView, _ folding: TextFolding, to buffer: SortBytes
    ) {
        let index = row.layout.index(of: attribute.key)
        guard index >= 0 else { return buffer.appendMissing() }
        let slot = row.layout.slots[index]
        guard !row.isMissing(slot) else { return buffer.appendMissing() }
        if slot.kind != attribute.slotKind {
            // A layout from before the attribute's type was changed: as the attribute would hold the value now.
            write(row.value(slot), as: attribute.type, folding, to: buffer)
            return
        }
        switch slot.kind {
        case .boolean, .integer16, .integer32, .integer64, .orderKey: buffer.append(row.integer(slot))
        case .float, .double, .date: buffer.append(row.double(slot))
        case .uuid: withUnsafeBytes(of: row.uuid(slot).uuid) { buffer.append(verbatim: $0) }
        case .decimal: buffer.append(verbatim: row.variable(slot))
        case .string, .uri:
            // Folding changes nothing in most text; then the row's own bytes are written.
            folding.withFolded(row.variable(slot)) { buffer.append(text: $0) }
        case .binary, .transformable: buffer.append(text: row.variable(slot))
        case .reference, .objectReference:
            buffer.append(row.referenceKey(slot))
            buffer.append(Int64(row.reference(slot)?.store.rawValue ?? 0))
        }
    }

    private static func write(
        _ value: Value, as type: AttributeType, _ folding: TextFolding, to buffer: SortBytes
    ) {
        // A value that the attribute cannot hold any more has no place in its order.
        guard let kind = SlotKind(type), let value = try? value.converted(to: kind) else {
            return buffer.appendMissing()
        }
        switch value {
        case .boolean(let value):
            buffer.append(value)
        case .integer(let value):
            buffer.append(value)
        case .double(let value):
            buffer.append(value)
        case .string(let value):
            TextBytes.with(value, folding) { buffer.append(text: $0) }
        case .decimal(let value):
            var bytes: [UInt8] = []
            // A decimal in a row is a number.
            guard (try? DecimalEncoding.encode(value, into: &bytes)) != nil else {
                return buffer.appendMissing()
            }
            bytes.withUnsafeBytes { buffer.append(verbatim: $0) }
        default: buffer.appendMissing()
        }
    }
}
