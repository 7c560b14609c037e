/// Names that are taken, and free ones near them.
struct NameRegistry {
    private(set) var taken: Set<String>

    init(taken: Set<String> = []) { self.taken = taken }

    /// Takes a name, with underscores behind it until it is free.
    mutating func claim(_ wanted: String) -> String {
        var name = wanted
        while !taken.insert(name).inserted { name += "_" }
        return name
    }

    /// Takes a name, with underscores before it until it is free.
    mutating func claim(machine wanted: String) -> String {
        var name = wanted
        while !taken.insert(name).inserted { name = "_" + name }
        return name
    }
}
