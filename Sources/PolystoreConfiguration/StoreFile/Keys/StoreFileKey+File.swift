extension StoreFileKey {
    static let format = StoreFileKey(
        "polystore", .format, required: true, "The version of this file's format: 1.")
    static let model = StoreFileKey(
        "model", .path, "The model file, relative to this file; omitted when the program passes its model.")
    static let relocation = StoreFileKey(
        "relocation", .choice(StoreFile.Relocation.allCases.map(\.rawValue)),
        default: StoreFile.Relocation.refuse.rawValue,
        "What happens when an entity's home differs from the one at the last open.")
    static let commitLog = StoreFileKey(
        "commitLog", .section(commitLogKeys), "The log that makes saves over several durable stores atomic.")
    static let stores = StoreFileKey(
        "stores", .sections(storeKeys), required: true, "The stores by name, in the order of their precedence.")
    static let partitions = StoreFileKey(
        "partitions", .sections(partitionKeys), "Rules by entity, for entities with several writable homes.")

    /// The keys of the file, in the order of the documentation.
    static let fileKeys = [format, model, relocation, commitLog, stores, partitions]

    static let commitLogURL = StoreFileKey("url", .path, required: true, "The log's path, relative to this file.")
    static let checkpointSize = StoreFileKey(
        "checkpointSize", .size, default: "16MiB", "The size at which the log is emptied into the stores.")

    /// The keys of the commit log.
    static let commitLogKeys = [commitLogURL, checkpointSize]
}
