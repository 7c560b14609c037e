import Polystore

/// An item of the second level.
class SpecialItem: Item {
    override class var entity: EntityDescription { EntityDescription(SpecialItem.self, parent: Item.self) }
}
