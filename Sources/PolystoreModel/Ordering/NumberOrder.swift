/// The ascending order of numbers.
enum NumberOrder {
    /// The indexes of numbers in the order of the numbers.
    ///
    /// Sorting is compiled once, here, and not for each type of element that has a number.
    @inline(never)
    static func indexes(of numbers: [Int64]) -> [Int] {
        numbers.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }
    }
}

extension Sequence {
    /// The elements in the order of a number, which is clamped to 64 bits; those of one number stay in their order.
    package func sorted(byNumber number: (Element) -> some BinaryInteger) -> [Element] {
        let elements = Array(self)
        return NumberOrder.indexes(of: elements.map { Int64(clamping: number($0)) }).map { elements[$0] }
    }
}
