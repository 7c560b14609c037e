import Foundation
import PolystoreModel

extension StoreType {
    /// Makes a type of stores that lie nowhere and go with the process.
    ///
    /// There is never one to be found; to look at one, to reserve, destroy or copy it is refused with code `unsupported`.
    public init(
        name: String, product: String, options: [Option] = [], capabilities: StoreCapabilities,
        open: @escaping @Sendable (StoreOpening) throws(StoreError) -> any PersistentStore
    ) {
        @Sendable func refusal(_ description: PersistentStoreDescription) -> StoreError {
            StoreError(
                .unsupported,
                [
                    .store: description.name, .storeType: name, .path: description.url?.path,
                    .reason: "stores of the type lie nowhere",
                ])
        }
        self.init(
            name: name, product: product, hasURL: false, options: options, capabilities: capabilities, open: open,
            exists: { _ in false },
            metadata: { (description) throws(StoreError) in throw refusal(description) },
            reserve: { (description) throws(StoreError) in throw refusal(description) },
            destroy: { (description) throws(StoreError) in throw refusal(description) },
            copy: { (description, _) throws(StoreError) in throw refusal(description) })
    }
}
