/// A class of level 4 of five.
class Level4: Level3 {
    var fourth: Int

    required init(_ number: Int) {
        fourth = number &* 4 % 10_000
        super.init(number)
    }

    override var total: Int { super.total + fourth }
}
