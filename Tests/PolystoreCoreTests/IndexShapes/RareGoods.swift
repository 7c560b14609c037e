import Polystore

/// Goods of the third level.
final class RareGoods: FragileGoods {
    override class var entity: EntityDescription { EntityDescription(RareGoods.self, parent: FragileGoods.self) }
}
