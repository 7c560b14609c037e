import Polystore

/// An entity of level 2 of five.
class Level2: Level1 {
    static let second = Attribute<Int>("second")

    override class var entity: EntityDescription { EntityDescription(Level2.self, parent: Level1.self, second) }

    override func setNumbers(_ number: Int) {
        super.setNumbers(number)
        second = number &* 2 % 10_000
    }
    override var total: Int { super.total + second }
}
