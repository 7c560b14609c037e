import PolystoreModel

/// What is to be done in each store; nearly all of a save goes to one.
struct ListsByStore<Element> {
    private(set) var lists: [StoreList<Element>] = []
    private var last = -1

    @inline(__always)
    mutating func append(_ element: Element, of store: StoreNumber, at order: RowOrder, expecting count: Int) {
        if last < 0 || lists[last].store != store { find(store, count) }
        lists[last].append(element, at: order)
    }

    private mutating func find(_ store: StoreNumber, _ count: Int) {
        last = lists.firstIndex { $0.store == store } ?? lists.count
        guard last == lists.count else { return }
        // A list that grows leaves its memory behind each time.
        lists.append(StoreList(store: store, capacity: last == 0 ? count : 0))
    }

    /// Takes a list that has no other reference to it, so that it can be changed without being copied; nil when there
    /// is none left.
    mutating func takeNext() -> StoreList<Element>? {
        last = -1
        return lists.isEmpty ? nil : lists.removeFirst()
    }
}
