import PolystoreModel

/// The changes of one save: the one value from which come the changes of each store, the events that announce the save,
/// and the record that another process or a later version of the program reads.
///
/// Rows lie in the batches that the save packed, and are shared, not copied, with the `StoreChanges` of each store.
/// Nearly every save touches one store, and none touches many: the stores lie in a list.
///
/// `encode(to:)` writes it as bytes, and `init(decoding:as:layouts:)` reads them.
public struct ChangeSet: Sendable {
    /// The changes of one store.
    public typealias Element = (store: StoreNumber, changes: StoreChanges)

    /// Where the changes come from.
    public var origin: ChangeOrigin
    /// The number that the save has among the commits of each store, as far as it is known.
    ///
    /// A store whose last commit has this number, or a greater one, has the changes already.
    public var commits: [StoreNumber: CommitNumber] = [:]
    /// Objects that were changed without a change of their row or of a pair: most often owners of to-many relationships,
    /// whose members' rows name them.
    public var touched: [ObjectID] = []
    /// What a decoded record held that the reader's model has no place for: `Entity` or `Entity.property`.
    public package(set) var omissions: Set<String> = []

    /// Keeps the model that a record was read with: the changes name its entities and joins.
    package var model: ManagedObjectModel?
    private var elements: [Element] = []

    /// Makes a change set without changes.
    public init(origin: ChangeOrigin = ChangeOrigin()) { self.origin = origin }

    /// Whether no store would change.
    public var isEmpty: Bool { elements.allSatisfy(\.changes.isEmpty) }

    /// The changes of each store.
    public var values: some Sequence<StoreChanges> { elements.lazy.map(\.changes) }

    /// The changes of a store; nil when it is not touched.
    public subscript(store: StoreNumber) -> StoreChanges? {
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
    public subscript(store: StoreNumber, default fallback: @autoclosure () -> StoreChanges) -> StoreChanges {
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

extension ChangeSet: Sequence {
    /// The stores in the order in which they were first touched.
    public func makeIterator() -> IndexingIterator<[Element]> { elements.makeIterator() }
}

extension ChangeSet: ExpressibleByDictionaryLiteral {
    /// Makes a change set of this process from the changes of some stores.
    public init(dictionaryLiteral elements: (StoreNumber, StoreChanges)...) {
        self.init()
        for (store, changes) in elements { self[store] = changes }
    }
}
