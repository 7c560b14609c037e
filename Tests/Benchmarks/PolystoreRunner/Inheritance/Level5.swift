import Polystore

/// An entity of level 5 of five.
final class Level5: Level4 {
    static let fifth = Attribute<Int>("fifth", .indexed)

    override class var entity: EntityDescription { EntityDescription(Level5.self, parent: Level4.self, fifth) }

    override func setNumbers(_ number: Int) {
        super.setNumbers(number)
        fifth = number &* 5 % 10_000
    }
    override var total: Int { super.total + fifth }
}
