import Foundation
import Polystore
import Testing

@Suite("Conditions of the #Predicate macro")
struct TranslationTests {
    private func text(_ predicate: Predicate<Book>) throws -> String { try FetchPredicate(predicate).formatText }

    @Test("become the same conditions of this library, with properties by name")
    func translation() throws {
        let word = "x"
        #expect(try text(#Predicate { $0.pages > 30 }) == "pages > 30")
        #expect(
            try text(#Predicate { $0.title == word && $0.pages <= 3 || !($0.pages != 5) })
                == "(title == \"x\" AND pages <= 3) OR NOT pages != 5")
        #expect(try text(#Predicate { $0.title.contains("a") }) == "title CONTAINS \"a\"")
        #expect(try text(#Predicate { $0.title.starts(with: "a") }) == "title BEGINSWITH \"a\"")
        #expect(try text(#Predicate { $0.pages * 2 + 1 == 7 % 4 }) == "pages * 2 + 1 == modulus:by:(7, 4)")
        #expect(try text(#Predicate { [1, 2].contains($0.pages) }) == "pages IN {1, 2}")
        #expect(try text(#Predicate { ($0.pages > 3 ? 1 : 2) == 1 }) == "TERNARY(pages > 3, 1, 2) == 1")
        #expect(try text(#Predicate { (1...5).contains($0.pages) }) == "pages BETWEEN {1, 5}")
        #expect(try text(#Predicate { _ in true }) == "TRUEPREDICATE")
    }

    @Test("follow relationships to one object and to many")
    func relationships() throws {
        #expect(try text(#Predicate { $0.shelf?.name == "x" }) == "shelf.name == \"x\"")
        #expect(try text(#Predicate { $0.shelf == nil }) == "shelf == nil")
        #expect(try text(#Predicate { $0.tags.contains { $0.name == "x" } }) == "ANY tags.name == \"x\"")
        #expect(try text(#Predicate { $0.tags.allSatisfy { $0.name > "x" } }) == "ALL tags.name > \"x\"")
        #expect(
            try text(#Predicate { book in book.tags.contains { $0.name == book.title } })
                == "SUBQUERY(tags, $x1, $x1.name == title).@count > 0")
        #expect(
            try text(#Predicate { $0.tags.filter { $0.name != "x" }.count == 2 })
                == "SUBQUERY(tags, $x1, $x1.name != \"x\").@count == 2")
        #expect(try text(#Predicate { $0.tags.count > 1 }) == "tags.@count > 1")
        #expect(try text(#Predicate { $0.tags.isEmpty }) == "tags.@count == 0")
    }

    @Test("are refused when they are translated where there is no counterpart")
    func refusal() throws {
        for predicate: Predicate<Book> in [#Predicate { $0.isFault }, #Predicate { $0.title.count > 3 }] {
            do {
                Issue.record("translated: \(try text(predicate))")
            } catch let error as QueryError {
                #expect(error.code == .unsupportedExpression)
            }
        }
    }

    @Test("find what they say")
    func fetching() throws {
        let container = try Library.open("reference")
        let context = container.newConfinedContext()
        for (title, pages) in [("Emma", 300), ("Ulysses", 700), ("Candide", 120)] {
            try context.insert(Book.self) { ($0.title, $0.pages) = (title, pages) }
        }
        let request = try FetchRequest(Book.self).where(#Predicate { $0.pages / 100 > 2 && $0.title.contains("m") })
        #expect(try context.fetch(request).map(\.title) == ["Emma"])
        try context.save()
        #expect(try context.fetch(request).map(\.title) == ["Emma"])
    }
}
