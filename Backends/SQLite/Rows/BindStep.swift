import PolystoreModel

/// The part of a `WriteStep` that binding its slot needs, as plain memory: it is looked at for every value that is
/// written, where names would cost more reference counts than the value.
struct BindStep {
    /// How the entity number of a reference's target is bound.
    enum Target {
        /// The column keeps none.
        case none
        /// The target can only be of this entity.
        case only(Int64)
        /// It has to be found out.
        case several
    }

    let slot: RowSlot
    let hasCompanion: Bool
    let isExternal: Bool
    let target: Target

    init(_ step: WriteStep) {
        slot = step.slot
        hasCompanion = step.companion != nil
        isExternal = step.column.isExternal
        switch step.targetEntity {
        case nil: target = .none
        case let known? where known.entities.count == 1: target = .only(Int64(known.entities.keys.first ?? -1))
        default: target = .several
        }
    }
}
