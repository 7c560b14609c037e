/// What a model says of an aspect of a part.
public enum ModelFactValue: Hashable, Sendable {
    /// A name, or a word such as `optional` and `cascade`.
    case word(String)
    case number(Int)
    case type(AttributeType)
    /// A value of an attribute of a type.
    case value(Value, AttributeType)
    case names([String])
    case entries([String: String])
    case expression(FetchExpression)
    /// What an index holds, and of which rows when it is partial.
    case index([FetchIndexDescription.Element], FetchPredicate?)
    case request(FetchRequestDescription)
}
