import Foundation
import PolystoreStorage

/// What a case about reopening asks of a backend.
enum DurableStores {
    /// Passes for durable stores; a type that is not durable refuses to look at a store in a file.
    static func require(_ bench: Workbench) throws {
        for type in bench.factory.types where !type.capabilities.isDurable {
            _ = try type.metadata(bench.folder.appendingPathComponent("none.store"))
        }
    }
}
