import PolystoreModel

/// The checks of an entity's objects at save, found out once for all of them.
///
/// A class, because every object of a save asks for it, and a copy counts four references.
final class ObjectChecks {
    /// Attributes of which a value is asked, and nothing else.
    let required: [ModelAttribute]
    /// Attributes of whose values more is asked, or that rows do not hold.
    let others: [ModelAttribute]
    /// Relationships of which an object, or a number of objects, is asked.
    let relationships: [ModelRelationship]
    /// Relationships whose other side must be within reach when it changes.
    let reach: [ModelRelationship]
    /// Relationships whose objects stand against a deletion.
    let denying: [ModelRelationship]
    /// Relationships to many.
    let toMany: [ModelRelationship]
    /// Relationships whose pairs lie in tables of their own, and go with a deleted object.
    let joins: [ModelRelationship]
    /// Whether the objects' class checks values of properties itself.
    let areValidatedByClass: Bool

    init(_ entity: ModelEntity, _ objectClass: ManagedObject.Type) {
        areValidatedByClass = objectClass is any PropertyValidating.Type
        let checked = entity.attributes.filter(\.isChecked)
        func isPlain(_ attribute: ModelAttribute) -> Bool {
            !attribute.isValidated && !attribute.isTransient && attribute.slotKind != nil
        }
        required = checked.filter(isPlain)
        others = checked.filter { !isPlain($0) }
        relationships = entity.relationships.filter { relationship in
            let description = relationship.description
            let isCounted = description.minimumCount > 0 || description.maximumCount > 0
            return !relationship.isOptional || (relationship.isToMany && isCounted)
        }
        reach = entity.relationships.filter { $0.inverse != nil && $0.deleteRule != .noAction }
        denying = entity.relationships.filter { $0.deleteRule == .deny }
        toMany = entity.relationships.filter(\.isToMany)
        joins = entity.relationships.filter { $0.form == .join }
        hasMembersInReach = reach.contains(where: \.isToMany)
    }

    /// Whether a relationship of `reach` is one to many.
    private let hasMembersInReach: Bool
    // One thread at a time uses the context that these checks belong to.
    /// The layout whose rows were found to refer to their own store only.
    @exclusivity(unchecked) private var insideLayout: RowLayout?

    /// Whether no relationship of `reach` can lead out of the row's store; false as well where only a look at it tells.
    @inline(__always)
    func staysInside(_ row: RowView) -> Bool {
        if hasMembersInReach { return false }
        if let insideLayout, row.isLaidOut(by: insideLayout) { return true }
        return findInside(row.layout)
    }

    private func findInside(_ layout: RowLayout) -> Bool {
        let leadsOut = reach.contains { relationship in
            let index = layout.index(of: relationship.key)
            return index >= 0 && layout.slots[index].hasPeer
        }
        if !leadsOut { insideLayout = layout }
        return !leadsOut
    }

    /// A byte of a row's null bitmap, and its bits for required attributes.
    private struct RequiredBits {
        let offset: Int
        var mask: UInt8
    }

    // One thread at a time uses the context that these checks belong to.
    @exclusivity(unchecked) private var requiredBits: [RequiredBits] = []
    /// The layout of the rows that the bits are about.
    @exclusivity(unchecked) private var layout: RowLayout?

    /// Whether a row holds a value of every attribute of `required`; false as well where its layout does not have them all.
    @inline(__always)
    func holdsRequired(_ row: RowView) -> Bool {
        guard layout.map(row.isLaidOut) ?? false || prepare(row.layout) else { return false }
        return requiredBits.allSatisfy { row.base.load(fromByteOffset: $0.offset, as: UInt8.self) & $0.mask == 0 }
    }

    /// Finds out the bits of a layout; false when it lacks an attribute.
    private func prepare(_ layout: RowLayout) -> Bool {
        var bits: [RequiredBits] = []
        for attribute in required {
            let index = layout.index(of: attribute.key)
            guard index >= 0 else { return false }
            let slot = layout.slots[index]
            if let known = bits.firstIndex(where: { $0.offset == slot.nullOffset }) {
                bits[known].mask |= slot.nullMask
            } else {
                bits.append(RequiredBits(offset: slot.nullOffset, mask: slot.nullMask))
            }
        }
        (self.layout, requiredBits) = (layout, bits)
        return true
    }
}
