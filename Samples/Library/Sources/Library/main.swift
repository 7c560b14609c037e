import Foundation
import Polystore
import PolystoreLMDB
import PolystoreMemory
import PolystoreSQLite

/// Fills a library and asks it, in one store of a type.
@MainActor func answers(_ type: StoreType, at url: URL?) throws -> [String] {
    let model = try ManagedObjectModel(LibraryModel.description)
    let container = try PersistentContainer(
        model: model, classes: EntityClasses(model: model, classes: LibraryModel.classes),
        stores: [PersistentStoreDescription(name: "library", type: type, url: url)], storeTypes: [type])
    defer {
        do {
            try container.close()
        } catch {
            print("the store was not closed: \(error)")
        }
    }
    let context = container.viewContext
    let author = try context.insert(Author.self) { $0.name = "Jules Verne" }
    for (title, pages, binding) in [
        ("Around the World in Eighty Days", 252, Binding.paperback), ("The Mysterious Island", 650, .leather),
        ("The Purchase of the North Pole", nil, .hardcover),
    ] as [(String, Int32?, Binding)] {
        try context.insert(Book.self) {
            ($0.id, $0.title, $0.pages, $0.binding) = (UUID(), title, pages, binding)
            $0.author = author
            $0.keywords = Keywords(words: ["adventure"])
        }
    }
    author.works.move(from: 2, to: 0)
    try context.save()
    context.reset()

    let again = try context.fetch(FetchRequest(Author.self)).first
    guard let again else { return ["there is no author"] }
    let long = try Book.fetchLongerThan(pages: 300, author: again, in: context)
    let island = try Book.fetchOneTitled(title: "The Mysterious Island", in: context)
    return [
        again.summary,
        "longer than 300 pages: \(long.map(\.title).joined(separator: ", "))",
        "the island: \(island.map { "\($0.binding), version \($0.version_), \($0.keywords?.words ?? [])" } ?? "none")",
    ]
}

let folder = FileManager.default.temporaryDirectory.appending(
    path: "library-\(ProcessInfo.processInfo.processIdentifier)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
let all = [
    try answers(.memory, at: nil), try answers(.sqlite, at: folder.appending(path: "library.sqlite")),
    try answers(.lmdb, at: folder.appending(path: "library.lmdb")),
]
try FileManager.default.removeItem(at: folder)
for line in all[0] { print(line) }
guard all.allSatisfy({ $0 == all[0] }) else {
    print("library: the stores differ: \(all)")
    exit(1)
}
print("library: \(all.count) stores, answers identical")
