import Polystore

/// Goods of the second level.
class FragileGoods: Goods {
    override class var entity: EntityDescription { EntityDescription(FragileGoods.self, parent: Goods.self) }
}
