import PolystoreStorage

extension StoreFileKey {
    static let type = StoreFileKey("type", .storeType, required: true, "The store's type, such as sqlite.")
    static let url = StoreFileKey(
        "url", .path, "The store's path, relative to this file, or a file: URL; only for types that have a place.")
    static let configuration = StoreFileKey(
        "configuration", .text, "The configuration of the model that the store serves; never beside entities.")
    static let entities = StoreFileKey(
        "entities", .names,
        "The entities that the store serves, with their subentities, or all for those that no other store lists; never "
            + "beside configuration.")
    /// The value of `entities` that stands for everything that no other store lists.
    static let allEntities = "all"
    static let access = StoreFileKey(
        "access", .choice(StoreOpening.Access.allCases.map(\.rawValue)),
        default: StoreOpening.Access.readWrite.rawValue, "Whether the store may be written.")
    static let create = StoreFileKey(
        "create", .flag, default: "true", "Whether a missing store is created; false makes it an error.")
    static let durability = StoreFileKey(
        "durability", .choice(Durability.allCases.map(\.rawValue)), default: Durability.full.rawValue,
        "What survives a power cut.")
    static let lockTimeout = StoreFileKey(
        "lockTimeout", .duration, default: "5s", "How long to wait for a lock that another process holds.")
    static let options = StoreFileKey("options", .options, "The options of the store's type.")

    /// The keys of a store.
    static let storeKeys = [
        type, url, configuration, entities, access, create, durability, lockTimeout, options,
    ]

    static let by = StoreFileKey(
        "by", .text, required: true, "The attribute that decides; it never changes after the insert.")
    static let homes = StoreFileKey("homes", .homes, required: true, "The store of each value of the attribute.")
    static let otherwise = StoreFileKey(
        "otherwise", .text, default: "refuse", "The store of all other values; refuse makes them an error.")

    /// The keys of a partition rule.
    static let partitionKeys = [by, homes, otherwise]
}
