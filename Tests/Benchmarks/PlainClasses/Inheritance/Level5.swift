/// A class of level 5 of five.
final class Level5: Level4 {
    var fifth: Int

    required init(_ number: Int) {
        fifth = number &* 5 % 10_000
        super.init(number)
    }

    override var total: Int { super.total + fifth }
}
