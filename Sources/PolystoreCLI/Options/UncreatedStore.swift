import Polystore
import PolystoreMemory

/// A store of a file that has not been made yet, and how a command looks at it without making it.
enum UncreatedStore {
    /// The names of the stores that are not there and would be made by the first program that opens the file.
    static func names(in file: StoreFile, _ types: [StoreType]) -> Set<String> {
        let absent = file.descriptions(types).filter { store in
            guard store.creates, store.access == .readWrite,
                let type = types.first(where: { $0.name == store.type }), type.capabilities.isDurable
            else { return false }
            do throws(StoreError) {
                _ = try type.metadata(store)
                return false
            } catch {
                // Anything else is said, with its place, when the store is opened.
                return error.code == .missing
            }
        }
        return Set(absent.map(\.name))
    }

    /// A type of store whose stores of some names are empty ones in memory, and all others what they are.
    static func type(_ type: StoreType, absent names: Set<String>) -> StoreType {
        StoreType(
            name: type.name, product: type.product, hasURL: type.hasURL, options: type.options,
            capabilities: type.capabilities,
            open: { (opening) throws(StoreError) in
                guard names.contains(opening.name) else { return try type.open(opening) }
                var opening = opening
                (opening.access, opening.url, opening.options) = (.readWrite, nil, StoreOptions())
                return try StoreType.memory.open(opening)
            }, metadata: type.metadata, destroy: { _ throws(StoreError) in }, copy: type.copy)
    }
}
