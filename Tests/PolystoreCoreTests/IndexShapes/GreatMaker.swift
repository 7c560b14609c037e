import Polystore

/// A maker of the second level.
final class GreatMaker: Maker {
    override class var entity: EntityDescription { EntityDescription(GreatMaker.self, parent: Maker.self) }
}
