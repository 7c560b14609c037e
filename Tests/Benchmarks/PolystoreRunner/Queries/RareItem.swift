import Polystore

/// An item of the third level.
final class RareItem: SpecialItem {
    override class var entity: EntityDescription { EntityDescription(RareItem.self, parent: SpecialItem.self) }
}
