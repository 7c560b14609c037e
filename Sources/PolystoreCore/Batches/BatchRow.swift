import PolystoreModel
import PolystoreQuery

/// The values of one new object of an insert request.
///
/// What is not set has the default of the model.
public struct BatchRow: Sendable {
    /// The values by the names of properties, in the order in which they were set first.
    private(set) var values: [(name: String, value: Value)] = []

    /// Makes a row without values.
    public init() {}

    /// Makes a row of values by the names of properties.
    public init(_ values: [String: Value]) { self.values = values.map { ($0, $1) } }

    /// Sets an attribute.
    public mutating func set<Value: AttributeValue>(_ attribute: Attribute<Value>, to value: Value) {
        self[attribute.propertyKey.name] = FetchExpression.tagged(value)
    }

    /// Sets a relationship to an object, or to none.
    public mutating func set<Destination>(_ relationship: ToOne<Destination>, to object: ObjectID?) {
        self[relationship.relationshipPropertyKey.name] = object.map(Value.object) ?? .missing
    }

    /// The value of the property of a name; missing where none was set.
    public subscript(name: String) -> Value {
        get { values.first { $0.name == name }?.value ?? .missing }
        set {
            if let index = values.firstIndex(where: { $0.name == name }) {
                values[index].value = newValue
            } else {
                values.append((name, newValue))
            }
        }
    }
}
