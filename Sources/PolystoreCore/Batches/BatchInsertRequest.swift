import PolystoreModel

/// A request that inserts rows as they are given, in their stores: no object is made.
///
///     try context.execute(BatchInsertRequest(Person.self, of: lines) { line, row in
///         row.set(Person.name, to: line.name)
///     })
///
/// Rows are taken one after another and written in pieces, so that memory does not grow with their number; all of them come in
/// one commit. While they are taken, the store takes no other save: what makes them must not save to it, nor insert objects.
/// A task that is cancelled ends the request, and nothing is inserted.
///
/// Values are validated by the model; a required value that is missing refuses the request, with the row's number in the error.
/// Relationships to one object can be set that is one of many on the other side, or none.
public struct BatchInsertRequest<Object: ManagedObject> {
    let entityName: String
    /// How many rows there are; nil where that is not known.
    let rowCount: Int?
    let makeNext: () -> () throws -> BatchRow?
    /// What becomes of rows whose unique values are taken.
    public var conflictPolicy = BatchConflictPolicy.refuse
    /// The name of the store; nil for the one that routing says.
    public var storeName: String?
    /// Whether the result has the IDs of the new objects.
    public var returnsObjectIDs = false

    /// Requests rows of an entity by its name.
    ///
    /// - Parameters:
    ///   - name: The entity's name.
    ///   - next: Gives the next row; nil at the end. It is called again and again until then, once for each row.
    public init(entity name: String, _ next: @escaping () throws -> BatchRow?) {
        entityName = name
        rowCount = nil
        makeNext = { next }
    }

    /// Requests a row for each element of a sequence.
    ///
    /// - Parameters:
    ///   - name: The entity's name.
    ///   - elements: The elements, gone through once.
    ///   - fill: Sets the row's values.
    public init<Elements: Sequence>(
        entity name: String, of elements: Elements, _ fill: @escaping (Elements.Element, inout BatchRow) throws -> Void
    ) {
        entityName = name
        rowCount = (elements as? any Collection)?.count
        makeNext = {
            var iterator = elements.makeIterator()
            return {
                guard let element = iterator.next() else { return nil }
                var row = BatchRow()
                try fill(element, &row)
                return row
            }
        }
    }

    /// Requests a row for each dictionary of values by the names of properties.
    public init(entity name: String, dictionaries: some Sequence<[String: Value]>) {
        self.init(entity: name, of: dictionaries) { values, row in row = BatchRow(values) }
    }

    /// Says what becomes of rows whose unique values are taken.
    public func onConflict(_ policy: BatchConflictPolicy) -> Self { changed { $0.conflictPolicy = policy } }

    /// Inserts into the store of a name, where the entity has several.
    public func into(store name: String) -> Self { changed { $0.storeName = name } }

    /// Asks for the IDs of the new objects: 16 bytes and more of memory for each.
    public func returningObjectIDs() -> Self { changed { $0.returnsObjectIDs = true } }

    private func changed(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}

extension BatchInsertRequest where Object: Entity {
    /// Requests rows of a class; see `init(entity:_:)`.
    public init(_ objectClass: Object.Type, _ next: @escaping () throws -> BatchRow?) {
        self.init(entity: objectClass.entity.name, next)
    }

    /// Requests a row for each element of a sequence; see `init(entity:of:_:)`.
    public init<Elements: Sequence>(
        _ objectClass: Object.Type, of elements: Elements,
        _ fill: @escaping (Elements.Element, inout BatchRow) throws -> Void
    ) {
        self.init(entity: objectClass.entity.name, of: elements, fill)
    }

    /// Requests a row for each dictionary of values by the names of properties.
    public init(_ objectClass: Object.Type, dictionaries: some Sequence<[String: Value]>) {
        self.init(entity: objectClass.entity.name, dictionaries: dictionaries)
    }
}
