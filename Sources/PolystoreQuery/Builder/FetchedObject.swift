import PolystoreModel

/// The fetched object itself, as a column.
public struct FetchedObject: ColumnOperand, Sendable {
    /// `SELF`.
    public var queryExpression: FetchExpression { .evaluatedObject }

    fileprivate init() {}

    /// Takes an object.
    public static func columnValue(_ computed: Value) -> ObjectID? {
        if case .object(let object) = computed { object } else { nil }
    }
}

/// The identity of the fetched object, as a column.
public func fetchedObject() -> FetchedObject { FetchedObject() }
