/// The root of a hierarchy of five classes, each with a number of its own.
class Level1 {
    var first: Int

    required init(_ number: Int) { first = number }

    /// The sum of the object's numbers.
    var total: Int { first }
}
