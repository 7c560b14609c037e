import Foundation
import PolystoreModel
import PolystoreStorage

extension FetchPredicate {
    /// The same condition as one that the `#Predicate` macro made.
    ///
    ///     try FetchPredicate(#Predicate<Person> { $0.age > 30 && $0.employer?.name == "Acme" })
    ///
    /// Key paths are read on an object that only notes which property is asked for, so classes need no table of them.
    ///
    /// - Throws: `QueryError` with code `unsupportedExpression` for anything that has no counterpart, now and not when
    ///   the request runs.
    public init<Object: ManagedObject>(_ predicate: Predicate<Object>) throws(QueryError) {
        let translation = PredicateTranslation()
        translation.bind(predicate.variable.key, to: .evaluatedObject)
        self = try translation.predicate(predicate.expression)
    }
}

extension FetchRequest {
    /// Narrows the request by a condition that the `#Predicate` macro made.
    ///
    /// - Throws: `QueryError` for what has no counterpart.
    public func `where`(_ predicate: Predicate<Object>) throws(QueryError) -> Self {
        self.where(try FetchPredicate(predicate))
    }
}
