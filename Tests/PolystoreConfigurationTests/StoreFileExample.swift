import Foundation
import PolystoreModel
import PolystoreStorage

@testable import PolystoreConfiguration

/// A model, store types and store files for tests; no store behind them can be opened.
enum StoreFileExample {
    /// The complete store file of the documentation.
    static let complete = """
        polystore: 1                              # format of this file
        model: staff.model.yaml                   # omitted when the program passes its model
        relocation: refuse                        # refuse | move: an entity's home differs from the one at the last open
        commitLog:
          url: ${DATA:-data}/commit.log           # without it, beside the first durable store: people.sqlite-commit.log
          checkpointSize: 16MiB
        stores:
          people:
            type: sqlite
            url: ${DATA:-data}/people.sqlite      # relative to this file
            configuration: People                 # a configuration of the model, or a list of entities, never both
            access: readWrite                     # readWrite | readOnly
            create: true                          # false: a missing store is an error
            durability: full                      # full | losesLastSavesOnPowerCut
            lockTimeout: 5s
            options:                              # what this type understands
              cacheSize: 64MiB
              memoryMap: 256MiB
              readers: 8
          graph:
            type: lmdb
            url: ${DATA:-data}/graph.lmdb
            entities: [Company, Tag]
            options:
              mapSize: 64GiB                      # address space reserved = upper limit
              readers: 126
          ordersEU:
            type: sqlite
            url: ${DATA:-data}/orders-eu.sqlite
            entities: [Order]
          ordersUS:
            type: sqlite
            url: ${DATA:-data}/orders-us.sqlite
            entities: [Order]
          session:
            type: memory
            entities: [Selection]
        partitions:                               # only for entities with several writable homes
          Order:
            by: region                            # an attribute that never changes after insert
            homes:
              eu: ordersEU
              us: ordersUS
            otherwise: refuse                     # a store's name | refuse
        """

    /// A store file without anything that is not available yet.
    static let plain = """
        polystore: 1
        stores:
          people:
            type: sqlite
            url: data/people.sqlite
            configuration: People
          graph:
            type: lmdb
            url: data/graph.lmdb
            entities: [Company, Tag]
          ordersEU:
            type: sqlite
            url: data/orders-eu.sqlite
            entities: [Order]
          ordersUS:
            type: sqlite
            url: data/orders-us.sqlite
            entities: [Order]
          session:
            type: memory
            entities: [Selection]
        partitions:
          Order:
            by: region
            homes:
              eu: ordersEU
              us: ordersUS
            otherwise: refuse
        """

    static let folder = URL(fileURLWithPath: "/srv/staff", isDirectory: true)

    /// Reads the model of the store files above.
    static func model() throws -> ManagedObjectModel {
        let text = """
            polystoreModel: 1
            model: Staff
            entities:
              Person:
                attributes: { name: string, age: integer64 }
              Manager:
                parent: Person
                attributes: { level: integer16 }
              Company:
                attributes: { name: string }
              Tag:
                attributes: { name: string }
              Order:
                attributes:
                  region: string
                  number: integer64
                  draft: { type: string, transient: true }
                  scan: { type: binary, optional: true }
                relationships:
                  buyer: { to: Person }
              Rush:
                parent: Order
                attributes: { hours: integer16 }
              Selection:
                attributes: { since: date }
              Shape:
                abstract: true
                parent: Selection
            configurations:
              People: [Person]
            """
        return try ManagedObjectModel(ModelFile.read(text: text, file: "staff.model.yaml"))
    }

    static func type(
        _ name: String, _ product: String, hasURL: Bool = true, options: [StoreType.Option] = [],
        error: StoreError = StoreError(.unsupported)
    ) -> StoreType {
        var capabilities = StoreCapabilities()
        capabilities.isDurable = hasURL
        return StoreType(
            name: name, product: product, hasURL: hasURL, options: options, capabilities: capabilities,
            open: { _ throws(StoreError) in throw error }, metadata: { _ throws(StoreError) in throw error },
            destroy: { _ throws(StoreError) in throw error }, copy: { _, _ throws(StoreError) in throw error })
    }

    static let sqlite = sqlite(failingWith: StoreError(.unsupported))
    static let lmdb = type(
        "lmdb", "PolystoreLMDB",
        options: [
            .init("mapSize", .size, in: 64 << 10...64 << 40, "The largest size."),
            .init("readers", .count, "How many may read."),
        ])
    static let memory = type("memory", "PolystoreMemory", hasURL: false)
    static let types = [sqlite, lmdb, memory]

    static func sqlite(failingWith error: StoreError) -> StoreType {
        type(
            "sqlite", "PolystoreSQLite",
            options: [
                .init("cacheSize", .size, in: 0...1 << 40, "The cache."), .init("memoryMap", .size, "The map."),
                .init("readers", .count, in: 1...1000, "How many may read."),
                .init("checksums", .flag, "Whether to check pages."),
                .init("journal", .word(["wal", "delete"]), "The kind of journal."),
            ],
            error: error)
    }

    /// Every problem of a text beside the model and some store types, one a line.
    static func problems(
        in text: String, environment: [String: String] = [:], types: [StoreType] = types,
        model: ManagedObjectModel? = nil
    ) throws -> [String] {
        let reading = StoreFileReading(
            text: text, name: "polystore.yaml", folder: folder, environment: environment)
        let model = try model ?? StoreFileExample.model()
        do throws(ConfigurationError) {
            _ = try reading.checked(model: model, storeTypes: types)
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }
}
