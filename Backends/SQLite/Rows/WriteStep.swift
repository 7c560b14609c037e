import PolystoreModel

/// How one slot of a layout is written to the columns of its table.
struct WriteStep {
    let slot: RowSlot
    let column: StoredColumn
    /// Our column beside it, when the table has it.
    let companion: String?
    /// How the entity number of a reference's target is found; nil for a column that keeps none.
    let targetEntity: TargetEntity?

    /// The column with the entity number of a reference's target.
    struct TargetEntity {
        let column: String
        /// The target's table; nil when the store does not serve it.
        let table: String?
        /// The numbers of the entities that the target can be of.
        let entities: [Int: ModelEntity]
    }

    /// Whether the table of the target is asked for the entity.
    var readsTarget: Bool {
        guard let targetEntity else { return false }
        return targetEntity.table != nil && targetEntity.entities.count != 1
    }

    /// The columns of the step with their values' expressions, in the order in which `RowBinder` binds.
    func assignments(_ parameter: inout Int) -> [(column: String, value: String)] {
        let value = parameter
        var result = [(SQLName.quoted(column.name), "?\(value)")]
        parameter += 1
        if let companion {
            result.append((SQLName.quoted(companion), "?\(parameter)"))
            parameter += 1
        }
        if let targetEntity {
            var entity = "?\(parameter)"
            if readsTarget, let table = targetEntity.table {
                entity = "ifnull(\(entity), (SELECT Z_ENT FROM \(table) WHERE Z_PK = ?\(value)))"
            }
            result.append((SQLName.quoted(targetEntity.column), "nullif(\(entity), -1)"))
            parameter += 1
        }
        return result
    }
}
