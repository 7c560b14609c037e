import PolystoreModel

/// Entity and key: the order in which stores get their rows.
typealias RowOrder = (entity: Int, key: Int64)

/// What is to be done in one store, and whether it comes in order, as what was inserted or fetched one after another
/// does.
struct StoreList<Element> {
    let store: StoreNumber
    private(set) var elements: [Element] = []
    private var last: RowOrder = (Int.min, Int64.min)
    private var isSorted = true

    init(store: StoreNumber, capacity: Int) {
        self.store = store
        elements.reserveCapacity(capacity)
    }

    @inline(__always)
    mutating func append(_ element: Element, at order: RowOrder) {
        if order < last { isSorted = false }
        last = order
        elements.append(element)
    }

    consuming func inOrder(_ order: (Element) -> RowOrder) -> [Element] {
        isSorted ? elements : elements.sorted { order($0) < order($1) }
    }
}
