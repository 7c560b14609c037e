/// An assembly of OO7: complex ones have subassemblies, base ones components.
final class Assembly {
    let number: Int
    var subassemblies: [Assembly] = []
    var components: [CompositePart] = []

    init(number: Int) { self.number = number }
}
