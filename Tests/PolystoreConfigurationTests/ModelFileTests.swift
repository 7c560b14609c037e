import Foundation
import PolystoreModel
import Testing

@testable import PolystoreConfiguration

@Suite("Model files")
struct ModelFileTests {
    static let library = """
        polystoreModel: 1
        model: Library
        versionIdentifiers: [first]
        entities:
          Item:
            abstract: true
            attributes:
              title: string
              acquired: date?
              price:
                type: decimal
                optional: true
                default: 9.50
                minimum: 0
            unique: [[title]]
            indexes:
              newest: [-acquired, title]
              expensive:
                elements: [-price]
                where: price > 100.0
          Book:
            parent: Item
            renamedFrom: Volume
            userInfo: { shelf: No, "1": 2 }
            attributes:
              isbn: { type: string, pattern: "[0-9]{9}[0-9X]" }
              shelf: { type: string, default: 1e3 }
              firstTitle: { type: string, optional: true, derivation: title }
            relationships:
              authors: { toMany: Author, inverse: books }
              chapters: { toMany: Chapter, ordered: true, inverse: book, deleteRule: cascade, maximumCount: 99 }
            fetchedProperties:
              similar:
                entity: Book
                where: { compare: equal, left: { keyPath: title }, right: { variable: FETCH_SOURCE }, options: cd }
                sort: [-price, "title[cd]"]
                limit: 10
          Chapter:
            attributes: { heading: string }
            relationships:
              book: { to: Book, optional: false }
          Author:
            class: LibraryAuthor
            attributes:
              name: string
              home: { composite: Address, optional: true }
            relationships:
              books: { toMany: Book }
        composites:
          Address:
            street: string?
            city: string
        configurations:
          Catalogue: [Book, Chapter]
          People: [Author]
        fetchRequestTemplates:
          cheap:
            entity: Book
            where: price < $PRICE AND title BEGINSWITH[c] "a"
            prefetch: [authors.books]
        """

    @Test("a model file with everything is read")
    func readsEverything() throws {
        let model = try ModelFile.read(text: Self.library, file: "library.model.yaml")
        #expect(model.name == "Library")
        #expect(model.entities.map(\.name) == ["Item", "Book", "Chapter", "Author"])
        let item = model.entities[0], book = model.entities[1], author = model.entities[3]
        #expect(item.isAbstract)
        #expect(item.attributes.map(\.name) == ["title", "acquired", "price"])
        #expect(item.attributes.map(\.isOptional) == [false, true, true])
        #expect(item.attributes[2].defaultValue == .decimal(Decimal(string: "9.5") ?? 0))
        #expect(item.attributes[2].validation.minimum == .decimal(0))
        #expect(item.uniquenessConstraints == [["title"]])
        #expect(item.indexes[0].elements.map(\.isAscending) == [false, true])
        #expect(
            item.indexes[1].partialPredicate
                == .comparison(FetchComparison(.keyPath(["price"]), .greater, .constant(.decimal(100)))))
        #expect(book.superentityName == "Item")
        #expect(book.renamingIdentifier == "Volume")
        #expect(book.userInfo == ["shelf": "No", "1": "2"])
        #expect(book.attributes[1].defaultValue == .string("1e3"))
        #expect(book.relationships[1].isOrdered)
        #expect(book.relationships[1].deleteRule == .cascade)
        #expect(book.relationships[1].maximumCount == 99)
        #expect(book.fetchedProperties[0].request.sortKeys.map(\.text) == ["-price", "title[cd]"])
        #expect(author.attributes[1].type == .composite)
        #expect(author.className == "LibraryAuthor")
        #expect(model.composites[0].elements.map(\.name) == ["street", "city"])
        #expect(model.configurations == ["Catalogue": ["Book", "Chapter"], "People": ["Author"]])
        #expect(model.fetchRequestTemplates["cheap"]?.prefetchedKeyPaths == [["authors", "books"]])
        _ = try ManagedObjectModel(model)
    }

    @Test("names are texts as written, also where YAML 1.1 sees truths and numbers")
    func readsScalarsAsWritten() throws {
        let model = try ModelFile.read(
            text: """
                polystoreModel: 1
                model: No
                entities:
                  On:
                    attributes: { y: string, default_: { type: string, default: null } }
                """, file: "a.yaml")
        #expect(model.name == "No")
        #expect(model.entities[0].name == "On")
        #expect(model.entities[0].attributes[0].name == "y")
        #expect(model.entities[0].attributes[1].defaultValue == .string("null"))
    }

    @Test("JSON is read, with escapes beyond the basic plane")
    func readsJSON() throws {
        let text = #"""
            {"polystoreModel": 1, "model": "A \ud83d\ude00 \\ud83d",
             "entities": {"E": {"attributes": {"a": {"type": "integer16", "default": 7}}}}}
            """#
        let model = try ModelFile.read(text: text, file: "a.json")
        #expect(model.name == "A 😀 \\ud83d")
        #expect(model.entities[0].attributes[0].defaultValue == .integer(7))
    }
}
