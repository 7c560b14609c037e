import Foundation
import PolystoreModel

/// What can be given for a placeholder of predicate text: a value, an object, or a list of them.
public protocol PredicateArgument {
    /// The operand that stands for the placeholder.
    var predicateExpression: FetchExpression { get }
}

extension AttributeValue {
    /// The value; one that cannot be stored, such as NaN, is refused when the request is resolved.
    public var predicateExpression: FetchExpression { .constant(FetchExpression.tagged(self)) }
}

extension IdentifiedObject {
    /// The object, by its ID.
    public var predicateExpression: FetchExpression { .constant(.object(objectID)) }
}

extension String: PredicateArgument {}
extension Bool: PredicateArgument {}
extension Int: PredicateArgument {}
extension Int16: PredicateArgument {}
extension Int32: PredicateArgument {}
extension Int64: PredicateArgument {}
extension Double: PredicateArgument {}
extension Float: PredicateArgument {}
extension Decimal: PredicateArgument {}
extension Date: PredicateArgument {}
extension Data: PredicateArgument {}
extension UUID: PredicateArgument {}
extension URL: PredicateArgument {}
extension ObjectID: PredicateArgument {
    /// The object.
    public var predicateExpression: FetchExpression { .constant(.object(self)) }
}

extension FetchRequestDescription: PredicateArgument {
    /// The objects that the request finds.
    public var predicateExpression: FetchExpression { .fetch(self, countOnly: false) }
}

extension Optional: PredicateArgument where Wrapped: PredicateArgument {
    /// The wrapped argument; nil is a missing value.
    public var predicateExpression: FetchExpression { map(\.predicateExpression) ?? .constant(.missing) }
}

extension Array: PredicateArgument where Element: PredicateArgument {
    /// A list.
    public var predicateExpression: FetchExpression { .aggregate(map(\.predicateExpression)) }
}

extension Set: PredicateArgument where Element: PredicateArgument {
    /// A list, in any order.
    public var predicateExpression: FetchExpression { .aggregate(map(\.predicateExpression)) }
}
