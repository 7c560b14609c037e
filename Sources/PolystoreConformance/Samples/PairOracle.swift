import PolystoreCore

/// Which left objects are linked with which right ones, as a plain list: what every relationship must agree with.
struct PairOracle {
    /// A link of a left and a right object.
    struct Pair: Hashable {
        let left: Int
        let right: Int
    }

    let shape: RelationshipShape
    /// In the order in which the links were made.
    private(set) var pairs: [Pair] = []

    init(_ shape: RelationshipShape) { self.shape = shape }

    /// Links two objects; a side that takes one object gives up its former one.
    mutating func link(_ left: Int, _ right: Int) {
        let pair = Pair(left: left, right: right)
        guard !pairs.contains(pair) else { return }
        if !shape.isToMany { pairs.removeAll { $0.left == left } }
        if !shape.isBackToMany { pairs.removeAll { $0.right == right } }
        pairs.append(pair)
    }

    /// Takes a link away.
    mutating func unlink(_ left: Int, _ right: Int) { pairs.removeAll { $0 == Pair(left: left, right: right) } }

    /// The names on the right of a left object.
    func others(_ left: Int) -> [String] {
        let names = pairs.filter { $0.left == left }.map { "R\($0.right)" }
        return shape.isOrdered ? names : names.sorted()
    }

    /// The names on the left of a right object.
    func back(_ right: Int) -> [String] { pairs.filter { $0.right == right }.map { "L\($0.left)" }.sorted() }

    /// Expects that objects are linked so.
    func check(
        _ opened: RelationshipFixture, _ left: [ManagedObject], _ right: [ManagedObject],
        _ what: @autoclosure () -> String
    ) throws {
        for (index, object) in left.enumerated() {
            try expect(try opened.names(object, "others"), is: others(index), "\(what()): others of L\(index)")
        }
        guard shape.hasInverse else { return }
        for (index, object) in right.enumerated() {
            try expect(try opened.names(object, "back"), is: back(index), "\(what()): back of R\(index)")
        }
    }
}
