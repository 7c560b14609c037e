import Polystore
import PolystoreCore
import Testing

@Suite("Classes of fetched objects")
struct FetchedClassTests {
    @Test(
        "objects of another class than the request's are refused: new ones, registered ones and unsaved ones",
        arguments: ["memory", "reference"])
    func refused(type: String) throws {
        let container = try Library.open(type)
        try Library.save("A", in: container)
        let context = container.newConfinedContext()
        func refuses(_ count: Int) throws {
            let error = #expect(throws: ContextError.self) {
                try context.fetch(FetchRequest<Shelf>(entity: "Book"))
            }
            #expect(error?.code == .wrongClass)
            let all = try context.fetch(FetchRequest<ManagedObject>(entity: "Book"))
            #expect(all.count == count && all.allSatisfy { $0 is Book })
        }
        try refuses(1)
        let held = try context.fetch(FetchRequest(Book.self))
        try refuses(1)
        let unsaved = try context.insert(Book.self)
        try refuses(2)
        context.delete(held[0])
        try refuses(1)
        withExtendedLifetime((held, unsaved)) {}
    }
}
