import PolystoreStorage

extension StoreFile {
    /// The JSON Schema (draft 2020-12) of store files, for editors: every key with its summary, values and default, and
    /// the options of each store type.
    ///
    /// - Parameter storeTypes: The types that the schema allows, with their options.
    /// - Returns: The schema as JSON text.
    public static func jsonSchema(storeTypes: [StoreType]) -> String {
        StoreFileSchema(types: storeTypes).root.json() + "\n"
    }
}
