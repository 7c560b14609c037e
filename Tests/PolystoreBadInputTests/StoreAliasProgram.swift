import Foundation
import Polystore
import PolystoreLMDB
import PolystoreSQLite
import Testing

/// What tells a process that it is the second one.
enum SecondProcess {
    static let variable = "POLYSTORE_ALIAS"
    static let path = ProcessInfo.processInfo.environment[variable]
}

/// The second process of the tests about other names of a store: it runs only where it is told a store.
@Suite("A process that opens a store", .enabled(if: SecondProcess.path != nil))
struct StoreAliasProgram {
    /// Opens a store alone.
    static func open(_ path: String, _ type: String, _ access: StoreOpening.Access) throws -> PersistentContainer {
        var store = PersistentStoreDescription(name: "graph", type: type, url: URL(fileURLWithPath: path))
        (store.access, store.creates) = (access, access == .readWrite)
        store.lockTimeout = .milliseconds(20)
        return try PersistentContainer(
            model: [Document.self], stores: [store], partitions: [], storeTypes: [.sqlite, .lmdb])
    }

    /// Saves one more object.
    static func add(_ container: PersistentContainer) throws {
        let context = container.newConfinedContext()
        try context.insert(Document.self) { $0.title = "one" }
        try context.save()
    }

    static func count(_ container: PersistentContainer) throws -> Int {
        try container.newConfinedContext().count(FetchRequest(Document.self))
    }

    /// The code of the store error that work ends with; nil when it does not.
    static func code(_ work: () throws -> Void) -> StoreError.Code? {
        do {
            try work()
            return nil
        } catch {
            return ((error as? CoordinatorError)?.cause as? StoreError)?.code ?? .failed
        }
    }

    @Test("says what it finds, having saved one object where it may")
    func answer() throws {
        let variables = ProcessInfo.processInfo.environment
        let path = try #require(SecondProcess.path)
        let type = try #require(variables["POLYSTORE_ALIAS_TYPE"])
        let access = try #require(variables["POLYSTORE_ALIAS_ACCESS"].flatMap(StoreOpening.Access.init))
        var found = ""
        let code = Self.code {
            let container = try Self.open(path, type, access)
            if access == .readWrite { try Self.add(container) }
            found = "\(try Self.count(container)) objects"
            try container.close()
        }
        let answer = URL(fileURLWithPath: try #require(variables["POLYSTORE_ALIAS_ANSWER"]))
        try Data((code?.rawValue ?? found).utf8).write(to: answer)
    }
}
