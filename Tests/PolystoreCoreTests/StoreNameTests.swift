import Foundation
import Polystore
import PolystoreSQLite
import Testing

@Suite("Errors of stores that do not open")
struct StoreNameTests {
    @Test("bear the name that the program gave the store, whatever its type calls it")
    func names() throws {
        let sqlite = StoreType.sqlite
        let refusing = StoreType(
            name: "refusing", product: "none", hasURL: true, options: [], capabilities: sqlite.capabilities,
            open: { _ throws(StoreError) in throw StoreError(.damaged, [.store: "its own", .path: "its path"]) },
            metadata: { description throws(StoreError) in
                throw StoreError(
                    description.url?.lastPathComponent == "new" ? .missing : .damaged, [.store: "a file's"])
            }, destroy: sqlite.destroy, copy: sqlite.copy)
        var model = ModelDescription(name: "names")
        model.entities = [EntityDescription(name: "Thing")]
        for file in ["new", "old"] {
            let description = PersistentStoreDescription(
                name: "mine", type: "refusing", url: URL(fileURLWithPath: "/nowhere/\(file)"))
            let error = #expect(throws: CoordinatorError.self) {
                try PersistentContainer(
                    model: ManagedObjectModel(model), stores: [description], partitions: [], storeTypes: [refusing])
            }
            #expect(error?.details[.store] == "mine")
            #expect((error?.cause as? StoreError)?.details[.store] == "mine")
        }
    }
}
