import Foundation

/// The ascending order of UUIDs, which is the one in which the writers of stores are taken.
enum UUIDOrder {
    /// The indexes of UUIDs in their order.
    ///
    /// Sorting is compiled once, here, and not for each type of element that has a UUID.
    @inline(never)
    static func indexes(of identifiers: [UUID]) -> [Int] {
        identifiers.indices.sorted { identifiers[$0] < identifiers[$1] }
    }
}

extension Sequence {
    /// The elements in the order of a UUID.
    package func sorted(byUUID identifier: (Element) -> UUID) -> [Element] {
        let elements = Array(self)
        return UUIDOrder.indexes(of: elements.map(identifier)).map { elements[$0] }
    }
}
