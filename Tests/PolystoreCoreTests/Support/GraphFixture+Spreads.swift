extension GraphFixture.Spread {
    static let one = Self(name: "one store that scans", stores: [("all", "scan", nil)])
    static let exact = Self(name: "one store that does everything", stores: [("all", "exact", nil)])
    static let memory = Self(name: "one volatile store", stores: [("all", "volatileExact", nil)])
    static let split = Self(
        name: "people, companies and the rest apart",
        stores: [
            ("people", "exact", ["Person"]), ("companies", "scan", ["Company", "Desk"]),
            ("rest", "volatile", ["Tag", "Selection", "Order"]),
        ])
    static let mirrored = Self(
        name: "people scan, companies are exact, tags are durable",
        stores: [
            ("rest", "exact", ["Selection", "Order", "Desk"]), ("tags", "exact", ["Tag"]),
            ("companies", "exact", ["Company"]), ("people", "scan", ["Person"]),
        ])
    static let inherited = Self(
        name: "managers live apart from people",
        stores: [
            ("people", "exact", ["Person", "Tag", "Order"]), ("managers", "exact", ["Manager"]),
            ("rest", "exact", ["Company", "Desk", "Selection"]),
        ])
    static let union = Self(
        name: "people live in two stores",
        stores: [
            ("east", "exact", ["Person", "Company", "Tag"]), ("west", "scan", ["Person", "Order"]),
            ("rest", "volatileExact", ["Selection", "Desk"]),
        ])
    static let volatile = Self(
        name: "people are volatile, the rest is durable",
        stores: [
            ("people", "volatileExact", ["Person", "Selection"]),
            ("rest", "exact", ["Company", "Tag", "Desk", "Order"]),
        ])

    static let memoryStore = Self(name: "one memory store", stores: [("all", "memory", nil)])
    static let memoryStores = Self(
        name: "several memory stores",
        stores: [
            ("people", "memory", ["Person"]), ("companies", "memory", ["Company", "Desk"]),
            ("rest", "memory", ["Tag", "Selection", "Order"]),
        ])
    static let besideMemory = Self(
        name: "a memory store beside durable ones",
        stores: [
            ("people", "memory", ["Person", "Selection"]), ("more", "memory", ["Person"]),
            ("rest", "exact", ["Company", "Tag", "Desk", "Order"]),
        ])

    static let sqlite = Self(name: "one SQLite store", stores: [("all", "sqlite", nil)])
    static let sqlites = Self(
        name: "SQLite stores and a memory store",
        stores: [
            ("people", "sqlite", ["Person"]), ("companies", "sqlite", ["Company", "Tag"]),
            ("rest", "memory", ["Desk", "Selection", "Order"]),
        ])
    static let sqliteUnion = Self(
        name: "people in two SQLite stores, tags in memory beside them",
        stores: [
            ("east", "sqlite", ["Person", "Company"]), ("west", "sqlite", ["Person", "Order", "Desk"]),
            ("rest", "memory", ["Selection", "Tag"]),
        ])

    static let all = [
        one, exact, memory, split, mirrored, inherited, union, volatile, memoryStore, memoryStores, besideMemory,
        sqlite, sqlites, sqliteUnion,
    ]
}
