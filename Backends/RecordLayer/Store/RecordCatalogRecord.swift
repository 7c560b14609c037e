/// The numbers that a store gave, as it keeps them: never reused for anything else.
struct RecordCatalogRecord: Hashable, Codable {
    /// Something with a number.
    struct Entry: Hashable, Codable {
        var name: String
        var number: UInt16
    }

    /// The root entities of hierarchies.
    var roots: [Entry] = []
    /// Indexes by signature.
    var indexes: [Entry] = []
    /// Join tables by name.
    var joins: [Entry] = []
    /// The highest number that was given to an index that is gone.
    var lastRetiredIndex: UInt16 = 0

    /// The number of a name in a list, given now if it has none.
    static func number(of name: String, in list: inout [Entry], atLeast floor: UInt16 = 0) -> UInt16 {
        if let known = list.first(where: { $0.name == name }) { return known.number }
        let number = max(floor, list.map(\.number).max() ?? 0) + 1
        list.append(Entry(name: name, number: number))
        return number
    }
}
