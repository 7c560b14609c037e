import PolystoreModel

/// Follows paths through to-one relationships from a row.
enum PathReader {
    /// The object that a to-one relationship of a row names.
    static func reference(
        _ relationship: ModelRelationship, of row: RowView, _ source: any RowSource
    ) throws -> ObjectID? {
        let index = row.layout.index(of: relationship.key)
        // Some stores do not keep the reference in the row, because it leads into a store that may be gone tomorrow.
        guard index >= 0 else { return try source.related(relationship, of: row.objectID).first }
        return row.reference(row.layout.slots[index])
    }

    /// The value of an attribute of a row; missing when its layout does not hold it.
    static func value(_ attribute: PropertyKey, of row: RowView, _ source: any RowSource) throws -> Value {
        let index = row.layout.index(of: attribute)
        guard index >= 0 else { return .missing }
        let slot = row.layout.slots[index]
        if row.deferredData(slot) != nil {
            return try source.deferredData(of: row, slot).map(Value.data) ?? .missing
        }
        return row.value(slot)
    }

    /// What a path without a to-many step, or with a count at its end, leads to.
    static func value(_ path: ResolvedPath, of row: RowView, _ source: any RowSource) throws -> Value {
        try value(path, from: 0, of: row, source)
    }

    private static func value(
        _ path: ResolvedPath, from index: Int, of row: RowView, _ source: any RowSource
    ) throws -> Value {
        guard index < path.steps.count else {
            guard case .attribute(let attribute) = path.terminal else { return .object(row.objectID) }
            return try value(attribute.key, of: row, source)
        }
        let step = path.steps[index]
        if step.isToMany { return .integer(Int64(try source.related(step, of: row.objectID).count)) }
        let isLast = index == path.steps.count - 1
        let nothing = path.terminal == .count ? Value.integer(0) : .missing
        guard let object = try reference(step, of: row, source) else { return nothing }
        if isLast, path.terminal == .object { return .object(object) }
        return try source.withRow(of: object) { try value(path, from: index + 1, of: $0, source) } ?? nothing
    }
}
