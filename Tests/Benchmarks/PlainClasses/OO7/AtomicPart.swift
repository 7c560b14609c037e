/// An atomic part of OO7.
final class AtomicPart {
    let number: Int
    var x: Int, y: Int
    let buildDate: Int
    var outgoing: [Connection] = [], incoming: [Connection] = []

    init(number: Int, x: Int, y: Int, buildDate: Int) {
        (self.number, self.x, self.y, self.buildDate) = (number, x, y, buildDate)
    }
}
