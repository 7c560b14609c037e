import PolystoreCore
import PolystoreStorage

/// Rows with every sample of every type: twice each, in no order, and two without a value; shared by the cases that only
/// read.
struct SampleRows: Sendable {
    /// One row: which sample it has (nil for none), and which its second attribute has.
    struct Row: Sendable {
        let number: Int
        let rank: Int?
        let other: Int?
    }

    let samples: AttributeSamples
    let rows: [Row]

    init(_ samples: AttributeSamples) {
        self.samples = samples
        let count = samples.values.count
        // A stride that is coprime to the count mixes the order of insertion.
        let stride = [7, 5, 3, 1].first { count % $0 != 0 || $0 == 1 } ?? 1
        var ranks: [Int?] = [nil]
        for copy in 0..<2 { ranks += (0..<count).map { ($0 * stride + copy) % count } }
        ranks.append(nil)
        rows = ranks.enumerated().map { index, rank in
            let other: Int? = index % 5 == 4 ? nil : ((rank ?? 0) + index % 3) % count
            return Row(number: index, rank: rank, other: other)
        }
    }

    /// The shared container with the rows of all types.
    static func container(_ bench: ConformanceFixture) throws -> PersistentContainer {
        try bench.shared("samples", model) { context in
            for samples in AttributeSamples.comparable {
                for row in SampleRows(samples).rows {
                    var values: [String: Value] = ["number": .integer(Int64(row.number))]
                    if let rank = row.rank { values["sample"] = samples.values[rank] }
                    if let other = row.other { values["other"] = samples.values[other] }
                    try context.add(samples.entity, values)
                }
            }
        }
    }

    /// An entity for each type.
    static var model: ModelDescription {
        var model = ModelDescription(name: "samples")
        model.entities = AttributeSamples.comparable.map { samples in
            .named(
                samples.entity,
                [
                    .required("number", .integer64), .optional("sample", samples.type),
                    .optional("other", samples.type),
                ])
        }
        return model
    }

    /// The numbers of the rows that satisfy something, by number.
    func numbers(where isWanted: (Row) -> Bool) -> [Int] { rows.filter(isWanted).map(\.number) }

    /// Expects that a predicate finds exactly some rows, by fetch and by count, and that NOT finds the others.
    func expect(
        _ predicate: FetchPredicate, _ what: @autoclosure () -> String, _ context: ManagedObjectContext, negated: Bool,
        where isWanted: (Row) -> Bool
    ) throws {
        let tried: FetchPredicate = negated ? .not(predicate) : predicate
        let expected = numbers { isWanted($0) != negated }
        let found = try context.find(samples.entity, tried).numbers().sorted()
        try PolystoreConformance.expect(found, is: expected, "\(negated ? "NOT " : "")\(what())")
        try PolystoreConformance.expect(
            try context.count(context.request(samples.entity, tried)), is: expected.count, "count of \(what())")
    }
}
