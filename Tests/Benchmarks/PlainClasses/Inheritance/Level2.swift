/// A class of level 2 of five.
class Level2: Level1 {
    var second: Int

    required init(_ number: Int) {
        second = number &* 2 % 10_000
        super.init(number)
    }

    override var total: Int { super.total + second }
}
