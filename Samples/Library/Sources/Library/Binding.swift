import Polystore

/// How a book is bound; the model keeps its raw value.
enum Binding: Int16, CaseIterable, AttributeValue {
    case paperback, hardcover, leather
}
