/// Names that are taken, without regard to the case of ASCII letters, as SQLite compares them.
struct NameSet {
    private var taken: Set<String>

    init(_ names: [String] = []) { taken = Set(names.map(SQLName.uppercased)) }

    /// The name itself when it is free, else with the first digits behind it that make it free.
    mutating func claim(_ name: String) -> String {
        var candidate = name
        var number = 1
        while !taken.insert(SQLName.uppercased(candidate)).inserted {
            candidate = name + String(number)
            number += 1
        }
        return candidate
    }
}
