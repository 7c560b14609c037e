import PolystoreModel
import PolystoreStorage

/// What a save changes in each store that it touches.
///
/// Nearly every save touches one store, and none touches many: they lie in a list, which costs less than a table.
package struct ChangesByStore: Sendable {
    package typealias Element = (store: StoreNumber, changes: StoreChanges)

    private var elements: [Element]

    /// Makes one without changes.
    package init() { elements = [] }

    /// The changes of each store.
    package var values: some Sequence<StoreChanges> { elements.lazy.map(\.changes) }

    /// The changes of a store; nil when it is not touched.
    package subscript(store: StoreNumber) -> StoreChanges? {
        get { elements.first { $0.store == store }?.changes }
        set {
            let place = elements.firstIndex { $0.store == store }
            switch (place, newValue) {
            case (let place?, let changes?): elements[place].changes = changes
            case (let place?, nil): elements.remove(at: place)
            case (nil, let changes?): elements.append((store, changes))
            case (nil, nil): break
            }
        }
    }

    /// The changes of a store, which is touched from then on.
    package subscript(store: StoreNumber, default fallback: @autoclosure () -> StoreChanges) -> StoreChanges {
        get { self[store] ?? fallback() }
        _modify {
            if let place = elements.firstIndex(where: { $0.store == store }) {
                yield &elements[place].changes
            } else {
                elements.append((store, fallback()))
                yield &elements[elements.count - 1].changes
            }
        }
    }
}

extension ChangesByStore: Sequence {
    package func makeIterator() -> IndexingIterator<[Element]> { elements.makeIterator() }
}

extension ChangesByStore: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (StoreNumber, StoreChanges)...) {
        self.init()
        for (store, changes) in elements { self[store] = changes }
    }
}
