import PolystoreRecordLayer
import PolystoreStorage

extension StoreType {
    /// The type that programs pass as `storeTypes: [.template]` and name in their store files.
    public static let template = StoreType(
        name: "template", product: "BackendTemplate",
        capabilities: RecordStore<TemplateEngine>.capabilities(of: TemplateEngine.limits)
    ) { (opening) throws(StoreError) in
        var opening = opening
        opening.creates = true
        return try RecordStore(TemplateEngine(), opening)
    }
}
