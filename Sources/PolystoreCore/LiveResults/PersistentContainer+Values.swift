import PolystoreModel
import PolystoreQuery

extension PersistentContainer {
    /// The values of the objects that a request finds, now and whenever a save changes them; see `ResultValues`.
    ///
    /// - Parameters:
    ///   - request: The request; without an order, objects come in that of their keys.
    ///   - section: What divides the objects into sections; it must be the first sort key.
    /// - Returns: A sequence; nothing is read before it is.
    public func values<Object: ManagedObject>(
        of request: FetchRequest<Object>, sectionedBy section: (any ColumnOperand)? = nil
    ) -> ResultValues {
        ResultValues(self, request.description, section: section.map { SortKey($0.queryExpression) })
    }
}
