extension BadStoreFile {
    /// Files whose names are unknown to the program or the model.
    static let names = [
        BadStoreFile(
            "an unknown type", "    type: memory", "    type: memroy",
            ":20:11: error: unknown store type 'memroy'; known here: sqlite, lmdb, memory (did you mean 'memory'?)"),
        BadStoreFile(
            "a durable store without place", "    url: data/people.sqlite\n", "",
            ":3:3: error: store 'people' of type 'sqlite' needs a 'url'"),
        BadStoreFile(
            "a volatile store with a place", "    type: memory", "    type: memory\n    url: data/session",
            ":21:10: error: store 'session' of type 'memory' has no place; leave 'url' out"),
        BadStoreFile(
            "a volatile store with durability", "    type: memory", "    type: memory\n    durability: full",
            ":21:17: error: store 'session' of type 'memory' keeps nothing on disk; leave 'durability' out"),
        BadStoreFile(
            "two stores at one place", "data/orders-us.sqlite", "data/../data/orders-eu.sqlite",
            ":17:10: error: store 'ordersUS' has the place of store 'ordersEU' (line 13)"),
        BadStoreFile(
            "an unknown option", "    configuration: People",
            "    configuration: People\n    options:\n      cachSize: 1MiB",
            ":8:17: error: unknown option 'cachSize' of store type 'sqlite' (did you mean 'cacheSize'?)"),
        BadStoreFile(
            "an option of a type without options", "    type: memory",
            "    type: memory\n    options:\n      cacheSize: 1MiB",
            ":22:18: error: unknown option 'cacheSize' of store type 'memory': it has none"),
        BadStoreFile(
            "a size in thousands", "    configuration: People",
            "    configuration: People\n    options:\n      cacheSize: 64MB",
            ":8:18: error: option 'cacheSize' needs a size with a unit, up to 1TiB; found '64MB'"),
        BadStoreFile(
            "a size that no machine has", "    configuration: People",
            "    configuration: People\n    options:\n      cacheSize: 99999999999TiB",
            ":8:18: error: option 'cacheSize' needs a size with a unit, up to 1TiB; found '99999999999TiB'"),
        BadStoreFile(
            "a negative count", "    configuration: People",
            "    configuration: People\n    options:\n      readers: -1",
            ":8:16: error: option 'readers' needs a whole number from 1 to 1000; found '-1'"),
        BadStoreFile(
            "a count that is too small", "    configuration: People",
            "    configuration: People\n    options:\n      readers: 0",
            ":8:16: error: option 'readers' needs a whole number from 1 to 1000; found '0'"),
        BadStoreFile(
            "a size that is too large", "    configuration: People",
            "    configuration: People\n    options:\n      cacheSize: 2TiB",
            ":8:18: error: option 'cacheSize' needs a size with a unit, up to 1TiB; found '2TiB'"),
        BadStoreFile(
            "an option that is no truth", "    configuration: People",
            "    configuration: People\n    options:\n      checksums: on",
            ":8:18: error: option 'checksums' needs true or false; found 'on'"),
        BadStoreFile(
            "an option that is no known word", "    configuration: People",
            "    configuration: People\n    options:\n      journal: walk",
            ":8:16: error: option 'journal' needs one of wal, delete; found 'walk'"),
        BadStoreFile(
            "an option that is a list", "    configuration: People",
            "    configuration: People\n    options:\n      readers: [1]",
            ":8:16: error: option 'readers' needs a value"),
        BadStoreFile(
            "an unknown configuration", "configuration: People", "configuration: Peopel",
            ":6:20: error: unknown configuration 'Peopel' (did you mean 'People'?)"),
        BadStoreFile(
            "an unknown entity", "[Company, Tag]", "[Compny, Tag]",
            ":10:16: error: unknown entity 'Compny' in store 'graph' (did you mean 'Company'?)"),
        BadStoreFile(
            "an entity without home", "[Company, Tag]", "[Company]",
            ": error: entity 'Tag' has no home; list it in a store, or add it to configuration 'People' "
                + "(used by store 'people', line 6)"),
        BadStoreFile(
            "an entity without home, and no configuration", "configuration: People", "entities: [Manager]",
            ": error: entity 'Person' has no home; list it in a store"),
        BadStoreFile(
            "two writable homes without a rule", "[Company, Tag]", "[Company, Tag, Selection]",
            ":21:16: error: entity 'Selection' has two writable homes, 'graph' (line 7) and 'session' (line 19), "
                + "and no rule; add partitions.Selection"),
        BadStoreFile(
            "two writable homes of a configuration", "entities: [Selection]", "entities: [Selection, Person]",
            ":21:27: error: entity 'Person' has two writable homes, 'people' (line 3) and 'session' (line 19), "
                + "and no rule; add partitions.Person"),
    ]

    /// Files whose partition rules cannot be used.
    static let partitions = [
        BadStoreFile(
            "a rule of an unknown entity", "  Order:\n", "  Ordre:\n",
            ":18:16: error: entity 'Order' has two writable homes, 'ordersEU' (line 11) and 'ordersUS' (line 15), "
                + "and no rule; add partitions.Order",
            ":23:3: error: unknown entity 'Ordre' in 'partitions' (did you mean 'Order'?)"),
        BadStoreFile("a rule without attribute", "    by: region\n", "", ":23:3: error: partition 'Order' has no 'by'"),
        BadStoreFile(
            "a rule by an unknown attribute", "by: region", "by: regoin",
            ":24:9: error: entity 'Order' has no attribute 'regoin' (did you mean 'region'?)"),
        BadStoreFile(
            "a rule by a relationship", "by: region", "by: buyer",
            ":24:9: error: 'buyer' of entity 'Order' is a relationship; a partition needs an attribute"),
        BadStoreFile(
            "a rule by a transient attribute", "by: region", "by: draft",
            ":24:9: error: attribute 'draft' of entity 'Order' is transient and cannot decide on a store"),
        BadStoreFile(
            "a rule by bytes", "by: region", "by: scan",
            ":24:9: error: attribute 'scan' of entity 'Order' has type binary and cannot decide on a store"),
        BadStoreFile(
            "a value of another type", "by: region", "by: number",
            ":26:7: error: 'eu' is no value of Order.number, which needs an integer of 64 bits",
            ":27:7: error: 'us' is no value of Order.number, which needs an integer of 64 bits"),
        BadStoreFile(
            "one value in two spellings", "by: region\n    homes:\n      eu: ordersEU\n      us: ordersUS",
            "by: number\n    homes:\n      1: ordersEU\n      01: ordersUS",
            ":27:7: error: '01' and '1' are the same value"),
        BadStoreFile(
            "a home that does not exist", "eu: ordersEU", "eu: ordersUE",
            ":26:11: error: unknown store 'ordersUE' (did you mean 'ordersEU'?)"),
        BadStoreFile(
            "a home that holds something else", "eu: ordersEU", "eu: graph",
            ":26:11: error: store 'graph' does not hold entity 'Order'"),
        BadStoreFile(
            "no homes", "    homes:\n      eu: ordersEU\n      us: ordersUS\n", "    homes:\n",
            ":25:11: error: 'homes' of partition 'Order' names no store"),
        BadStoreFile(
            "another store for the rest", "otherwise: refuse", "otherwise: people",
            ":28:16: error: store 'people' does not hold entity 'Order'"),
        BadStoreFile(
            "a home that is read-only", "data/orders-us.sqlite", "data/orders-us.sqlite\n    access: readOnly",
            ":24:3: error: entity 'Order' has one writable home, 'ordersEU', and needs no partition; leave it out",
            ":28:11: error: store 'ordersUS' is read-only and takes no new objects"),
        BadStoreFile(
            "a rule that is not needed", "", "  Tag:\n    by: name\n    homes:\n      a: graph",
            ":29:3: error: entity 'Tag' has one writable home, 'graph', and needs no partition; leave it out"),
    ]
}
