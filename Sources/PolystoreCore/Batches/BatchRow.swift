import PolystoreModel
import PolystoreQuery

/// The values of one new object of an insert request.
///
/// What is not set has the default of the model.
public struct BatchRow: Sendable {
    /// The values by the numbers of properties' names, in the order in which they were set first.
    private(set) var values: [(key: PropertyKey, value: Value)] = []

    /// Makes a row without values.
    public init() {}

    /// Makes a row of values by the names of properties.
    public init(_ values: [String: Value]) { self.values = values.map { (PropertyKey($0), $1) } }

    /// Sets an attribute.
    public mutating func set<Value: AttributeValue>(_ attribute: Attribute<Value>, to value: Value) {
        set(attribute.propertyKey, FetchExpression.tagged(value))
    }

    /// Sets a relationship to an object, or to none.
    public mutating func set<Destination>(_ relationship: ToOne<Destination>, to object: ObjectID?) {
        set(relationship.relationshipPropertyKey, object.map(Value.object) ?? .missing)
    }

    /// The value of the property of a name; missing where none was set.
    public subscript(name: String) -> Value {
        get { value(of: PropertyKey(name)) }
        set { set(PropertyKey(name), newValue) }
    }

    /// The value of a property; missing where none was set.
    func value(of key: PropertyKey) -> Value { values.first { $0.key == key }?.value ?? .missing }

    private mutating func set(_ key: PropertyKey, _ value: Value) {
        if let index = values.firstIndex(where: { $0.key == key }) {
            values[index].value = value
        } else {
            values.append((key, value))
        }
    }
}
