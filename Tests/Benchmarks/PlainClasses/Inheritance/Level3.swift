/// A class of level 3 of five.
class Level3: Level2 {
    var third: Int

    required init(_ number: Int) {
        third = number &* 3 % 10_000
        super.init(number)
    }

    override var total: Int { super.total + third }
}
