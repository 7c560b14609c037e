import Foundation
import PolystoreRecordLayer
import PolystoreStorage

extension StoreType {
    /// The type that programs pass as `storeTypes: [.template]` and name in their store files.
    public static let template = StoreType(
        name: "template", product: "BackendTemplate", hasURL: false, options: [],
        capabilities: RecordStore<TemplateEngine>.capabilities(of: TemplateEngine.limits),
        open: { (opening) throws(StoreError) in
            var opening = opening
            opening.creates = true
            return try RecordStore(TemplateEngine(), opening)
        },
        metadata: { (url) throws(StoreError) in throw hasNoFile(url) },
        destroy: { (url) throws(StoreError) in throw hasNoFile(url) },
        copy: { (url, _) throws(StoreError) in throw hasNoFile(url) })

    private static func hasNoFile(_ url: URL) -> StoreError {
        StoreError(.unsupported, [.storeType: "template", .path: url.path, .reason: "the store has no file"])
    }
}
