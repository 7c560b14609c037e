import Polystore

/// An entity of level 3 of five.
class Level3: Level2 {
    static let third = Attribute<Int>("third")

    override class var entity: EntityDescription { EntityDescription(Level3.self, parent: Level2.self, third) }

    override func setNumbers(_ number: Int) {
        super.setNumbers(number)
        third = number &* 3 % 10_000
    }
    override var total: Int { super.total + third }
}
