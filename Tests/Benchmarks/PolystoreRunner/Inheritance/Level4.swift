import Polystore

/// An entity of level 4 of five.
class Level4: Level3 {
    static let fourth = Attribute<Int>("fourth")

    override class var entity: EntityDescription { EntityDescription(Level4.self, parent: Level3.self, fourth) }

    override func setNumbers(_ number: Int) {
        super.setNumbers(number)
        fourth = number &* 4 % 10_000
    }
    override var total: Int { super.total + fourth }
}
