import Foundation
import PolystoreModel

extension StoreType {
    /// Makes a type of stores that lie at no URL and go with the process.
    ///
    /// To look at one in a file, to destroy or to copy it there is refused with code `unsupported`.
    public init(
        name: String, product: String, options: [Option] = [], capabilities: StoreCapabilities,
        open: @escaping @Sendable (StoreOpening) throws(StoreError) -> any PersistentStore
    ) {
        @Sendable func refusal(_ url: URL) -> StoreError {
            StoreError(.unsupported, [.storeType: name, .path: url.path, .reason: "stores of the type have no file"])
        }
        self.init(
            name: name, product: product, hasURL: false, options: options, capabilities: capabilities, open: open,
            metadata: { (url) throws(StoreError) in throw refusal(url) },
            destroy: { (url) throws(StoreError) in throw refusal(url) },
            copy: { (url, _) throws(StoreError) in throw refusal(url) })
    }
}
