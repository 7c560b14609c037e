/// The order of names by their UTF-8 bytes, which no locale changes.
enum NameOrder {
    /// The indexes of names in the order of the names.
    ///
    /// Sorting is compiled once, here, and not for each type of element that has a name.
    @inline(never)
    static func indexes(of names: [String]) -> [Int] {
        names.indices.sorted { names[$0].utf8.lexicographicallyPrecedes(names[$1].utf8) }
    }
}

extension Sequence {
    /// The elements in the order of the UTF-8 bytes of a name.
    package func sorted(byName name: (Element) -> String) -> [Element] {
        let elements = Array(self)
        return NameOrder.indexes(of: elements.map(name)).map { elements[$0] }
    }
}
