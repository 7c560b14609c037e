import Testing

/// A program that must not compile, and what the compiler says of it.
struct Misuse: Sendable, CustomTestStringConvertible {
    /// What the program does wrong.
    let sentence: String
    /// Part of the error.
    let error: String
    /// The program, after the prelude.
    let source: String

    init(_ sentence: String, _ error: String, _ source: String) {
        self.sentence = sentence
        self.error = error
        self.source = source
    }

    var testDescription: String { sentence }

    /// What all programs begin with.
    static let prelude = """
        import PolystoreCore
        import Synchronization

        final class Item: ManagedObject, Entity {
            static let name = Attribute<String>("name")
            static let parts = ToMany<Item>("parts", inverse: \\.whole)
            static let whole = ToOne<Item>("whole")
            static let entity = EntityDescription(Item.self, name, parts, whole)
        }
        actor Keeper {
            var item: Item?
            func keep(_ new: Item) { item = new }
            func kept() -> Item? { item }
        }

        """
}
