import PolystoreModel
import PolystoreStorage

/// Finds the layouts of a store: those that it has, and new ones where an entity's rows lie differently now.
struct LayoutPlanner {
    let opening: StoreOpening
    let numbers: [String: Int]

    /// All layouts of the store; new ones are added to the metadata.
    ///
    /// A layout is used again only if it is the newest of its entity: the newest is the one that rows are written in.
    func layouts(adding metadata: inout StoreMetadata) -> [RowLayoutDescriptor] {
        let placement = opening.placement
        for entity in opening.entities {
            let newest = metadata.layouts.last { $0.entity == entity.name }
            let made = RowLayoutDescriptor(
                entity, number: UInt16((metadata.layouts.map(\.number).max() ?? 0) + 1),
                entityNumber: UInt16(numbers[entity.name] ?? 0),
                isKept: { !placement.omittedReferences.contains($0) },
                mayLeaveStore: { placement.leavingReferences.contains($0) })
            if let newest, newest.describesSameRows(as: made) { continue }
            metadata.layouts.append(made)
        }
        return metadata.layouts
    }
}
