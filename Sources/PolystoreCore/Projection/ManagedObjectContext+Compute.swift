import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension ManagedObjectContext {
    /// Values computed of the objects that a request finds, or of groups of them, as tuples; makes no objects.
    ///
    ///     for (company, people, age) in try context.compute(
    ///         Person.employer.name, objectCount(), average(Person.age),
    ///         from: FetchRequest(Person.self).sorted(by: average(Person.age).descending),
    ///         groupedBy: Person.employer.name, having: objectCount() > 3
    ///     ) { … }
    ///
    /// The same as `fetchDictionaries`, with types: a missing value is the zero of its type, nil for optional types and
    /// for objects. Aggregates of single values are of all objects of a group, or of all that are found.
    ///
    /// - Parameters:
    ///   - columns: What is computed.
    ///   - request: Of which objects; its order, offset and limit are those of the results.
    ///   - groups: What objects of a group have in common.
    ///   - condition: Which groups.
    ///   - isDistinct: Whether equal results count once.
    /// - Returns: A tuple for each object, or for each group.
    /// - Throws: What `fetchDictionaries` throws, and `ValueError` with code `wrongType` for a result that its column's
    ///   type does not have.
    /// - Complexity: As `fetchDictionaries`.
    public func compute<Object: ManagedObject, each Column: ColumnOperand>(
        _ columns: repeat each Column, from request: FetchRequest<Object>, groupedBy groups: any ColumnOperand...,
        having condition: FetchPredicate? = nil, isDistinct: Bool = false
    ) throws -> [(repeat (each Column).ColumnValue)] {
        try beginUse()
        var named: [NamedExpression] = []
        for column in repeat each columns {
            named.append(NamedExpression(String(named.count), column.queryExpression))
        }
        let description = DictionaryRequestDescription(
            request.description, columns: named, grouping: groups.map(\.queryExpression), having: condition,
            isDistinct: isDistinct)
        return try computed(description).map { values in
            var rest = values[...]
            return (repeat try Self.next(each columns, of: &rest))
        }
    }

    /// The value of the next column.
    private static func next<Column: ColumnOperand>(
        _ column: Column, of values: inout ArraySlice<Value>
    ) throws -> Column.ColumnValue {
        let value = values.popFirst() ?? .missing
        guard let typed = Column.columnValue(value) else {
            throw ValueError(
                .wrongType, expected: "\(Column.ColumnValue.self)", found: value.kindName,
                details: [.property: column.queryExpression.formatText])
        }
        return typed
    }
}
