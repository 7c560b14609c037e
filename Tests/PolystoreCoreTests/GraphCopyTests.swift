import Foundation
import Polystore
import PolystoreMemory
import PolystoreSQLite
import TestFolders
import Testing

/// Whole graphs: their digests, and copies of them.
@Suite("Copies of graphs")
struct GraphCopyTests {
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.url }

    private final class Author: ManagedObject, Entity {
        static let name = Attribute<String>("name"), photo = Attribute<Data?>("photo")
        static let books = ToMany<Book>("books", inverse: \.author, .ordered)
        static let tags = ToMany<Tag>("tags", inverse: \.authors, .ordered)
        static let entity = EntityDescription(Author.self, name, photo, books, tags)
    }
    private final class Book: ManagedObject, Entity {
        static let title = Attribute<String>("title"), price = Attribute<Decimal>("price")
        static let region = Attribute<String>("region")
        static let author = ToOne<Author>("author"), previous = ToOne<Book>("previous")
        static let next = ToOne<Book>("next", inverse: \.previous)
        static let entity = EntityDescription(Book.self, title, price, region, author, previous, next)
    }
    private final class Tag: ManagedObject, Entity {
        static let name = Attribute<String>("name")
        static let authors = ToMany<Author>("authors")
        static let entity = EntityDescription(Tag.self, name, authors)
    }

    init() throws {
        temporary = try TemporaryFolder("copies")
    }

    private func store(_ name: String, _ type: String, _ entities: [String]) -> PersistentStoreDescription {
        var description = PersistentStoreDescription(
            name: name, type: type,
            url: type == "memory" ? nil : folder.appending(path: "\(name)-\(UUID().uuidString).sqlite"))
        description.entities = entities
        return description
    }

    private func container(
        _ stores: [PersistentStoreDescription], partitions: [PartitionRule] = []
    ) throws -> PersistentContainer {
        try PersistentContainer(
            model: [Author.self, Book.self, Tag.self], stores: stores, partitions: partitions,
            storeTypes: [.memory, .sqlite])
    }

    private var oneFile: [PersistentStoreDescription] { [store("all", "sqlite", ["Author", "Book", "Tag"])] }
    private var twoFiles: [PersistentStoreDescription] {
        [store("books", "sqlite", ["Book"]), store("people", "sqlite", ["Author", "Tag"])]
    }
    private var memory: [PersistentStoreDescription] { [store("all", "memory", ["Author", "Book", "Tag"])] }
    private var mixed: [PersistentStoreDescription] {
        [store("books", "memory", ["Book"]), store("people", "sqlite", ["Author", "Tag"])]
    }
    private var regions: [PersistentStoreDescription] {
        [
            store("people", "sqlite", ["Author", "Tag"]), store("east", "sqlite", ["Book"]),
            store("west", "sqlite", ["Book"]),
        ]
    }
    private let byRegion = [
        PartitionRule(
            entity: "Book", attribute: "region",
            homes: [.init(.string("east"), store: "east"), .init(.string("west"), store: "west")])
    ]

    private func fill(_ container: PersistentContainer, count: Int = 40) throws {
        let context = container.newConfinedContext()
        let tags = try (0..<5).map { index in try context.insert(Tag.self) { $0.name = "tag \(index)" } }
        for index in 0..<count {
            let author = try context.insert(Author.self) {
                $0.name = "author \(index)"
                if index % 7 == 0 { $0.photo = Data(repeating: UInt8(index), count: 10_000 + index) }
            }
            author.tags.insert(tags[index % 5])
            author.tags.insert(tags[(index + 2) % 5], at: 0)
            var last: Book?
            for number in 0..<(index % 4) {
                let book = try context.insert(Book.self) {
                    $0.title = "book \(number) of \(index)"
                    $0.price = Decimal(number) / 10
                    $0.region = number % 2 == 0 ? "east" : "west"
                }
                author.books.insert(book, at: 0)
                book.previous = last
                last = book
            }
        }
        try context.save()
        if let extra = try context.first(FetchRequest(Author.self).sorted(by: Author.name)) { context.delete(extra) }
        try context.save()
    }

    @Test("a copy there and back has the digest of the original, whatever stores hold what")
    func thereAndBack() throws {
        let original = try container(twoFiles)
        try fill(original)
        let digest = try original.coordinator.digest()
        var current = original
        for stores in [oneFile, memory, mixed, twoFiles] {
            let next = try container(stores)
            let summary = try current.coordinator.copyGraph(to: next.coordinator)
            #expect(summary.digest == digest)
            #expect(summary.newKeyCount == 0)
            #expect(try next.coordinator.digest() == digest)
            #expect(summary.linkCount > 0)
            current = next
        }
        let context = current.newConfinedContext()
        let author = try #require(try context.first(FetchRequest(Author.self).where(Author.name == "author 7")))
        #expect(author.books.map(\.title) == ["book 2 of 7", "book 1 of 7", "book 0 of 7"])
        #expect(author.tags.map(\.name) == ["tag 4", "tag 2"])
        #expect(author.photo?.count == 10_007)
        #expect(author.books.first?.previous?.title == "book 1 of 7")
        #expect(author.books.last?.next?.title == "book 1 of 7")
    }

    @Test("objects of several stores that have one key are all in the copy, and keep what refers to them")
    func keysThatMeet() throws {
        let original = try container(regions, partitions: byRegion)
        try fill(original)
        let copy = try container(oneFile)
        let summary = try original.coordinator.copyGraph(to: copy.coordinator)
        #expect(summary.newKeyCount > 0)
        let context = copy.newConfinedContext()
        #expect(
            try context.count(FetchRequest(Book.self))
                == (try original.newConfinedContext().count(FetchRequest(Book.self))))
        let author = try #require(try context.first(FetchRequest(Author.self).where(Author.name == "author 11")))
        #expect(author.books.map(\.title) == ["book 2 of 11", "book 1 of 11", "book 0 of 11"])
        let split = try container(regions, partitions: byRegion)
        let back = try copy.coordinator.copyGraph(to: split.coordinator)
        #expect(back.newKeyCount == 0)
        #expect(back.digest == summary.digest)
    }

    @Test("new objects of a copy get keys that no copied object has")
    func keysAfterwards() throws {
        let original = try container(oneFile)
        try fill(original)
        let copy = try container(twoFiles)
        _ = try original.coordinator.copyGraph(to: copy.coordinator)
        let context = copy.newConfinedContext()
        let known = Set(try context.fetchIDs(FetchRequest(Book.self)))
        let book = try context.insert(Book.self) {
            ($0.title, $0.region, $0.price) = ("new", "east", 1)
        }
        #expect(!known.contains(book.objectID))
        try context.save()
        #expect(try context.count(FetchRequest(Book.self)) == known.count + 1)
    }

    @Test("a digest changes with a value, a reference, an order and a link, and not with a version")
    func sensitivity() throws {
        let container = try container(memory)
        try fill(container)
        let context = container.newConfinedContext()
        var seen: Set<GraphDigest> = [try container.coordinator.digest()]
        let author = try #require(try context.first(FetchRequest(Author.self).where(Author.name == "author 3")))
        let changes: [(Author) throws -> Void] = [
            { $0.name = "other" }, { $0.photo = Data(repeating: 1, count: 9000) },
            { $0.books.move(from: 0, to: 2) }, { $0.tags.move(from: 0, to: 1) }, { $0.tags.remove($0.tags[0]) },
            { $0.books.first?.previous = nil },
        ]
        for change in changes {
            try change(author)
            try context.save()
            #expect(seen.insert(try container.coordinator.digest()).inserted)
        }
        let before = try container.coordinator.digest()
        author.name = "and back"
        try context.save()
        author.name = "other"
        try context.save()
        #expect(try container.coordinator.digest() == before)
    }

    @Test("a target with objects, and one of another model, are refused")
    func refusals() throws {
        let original = try container(memory)
        try fill(original, count: 4)
        let full = try container(memory)
        try fill(full, count: 4)
        #expect { _ = try original.coordinator.copyGraph(to: full.coordinator) } throws: {
            ($0 as? CoordinatorError)?.code == .notEmpty
        }
        let other = try PersistentContainer.inMemory(model: [Single.self])
        #expect { _ = try original.coordinator.copyGraph(to: other.coordinator) } throws: {
            ($0 as? CoordinatorError)?.code == .differentModel
        }
    }

    private final class Single: ManagedObject, Entity {
        static let name = Attribute<String>("name"), entity = EntityDescription(Single.self, name)
    }

    @Test("what the progress closure throws ends the copy")
    func cancellation() throws {
        let original = try container(memory)
        try fill(original)
        let copy = try container(memory)
        #expect(throws: CancellationError.self) {
            _ = try original.coordinator.copyGraph(to: copy.coordinator) { _, _ in throw CancellationError() }
        }
    }
}
