import PolystoreCore
import PolystoreStorage

/// Every operator on values of every type, with present and missing values, and its complement.
enum ComparisonCases {
    static func add(to list: inout CaseList) {
        for samples in AttributeSamples.comparable {
            let rows = SampleRows(samples)
            for negated in [false, true] {
                addOperators(rows, negated, to: &list)
                addLists(rows, negated, to: &list)
                addSides(rows, negated, to: &list)
            }
        }
    }

    private static func addOperators(_ rows: SampleRows, _ negated: Bool, to list: inout CaseList) {
        let type = rows.samples.type
        for comparator in FetchComparison.Operator.ofValues {
            let promise =
                negated
                ? "NOT (\(type.rawValue) \(comparator.text) x) finds exactly the rows that are not found without NOT"
                : "\(type.rawValue) \(comparator.text) x finds exactly the right rows for every x, and missing values "
                    + (comparator == .notEqual ? "too" : "never")
            list.add(.fetch, promise, covers: [.comparison(comparator), .attributeType(type)]) { bench in
                let context = bench.context(try SampleRows.container(bench))
                for (index, value) in rows.samples.values.enumerated() {
                    let predicate = FetchPredicate.compare("sample", comparator, value)
                    try rows.expect(predicate, "\(comparator.text) sample \(index)", context, negated: negated) {
                        row in
                        row.rank.map { comparator.holds($0, index) ?? false } ?? (comparator == .notEqual)
                    }
                }
            }
        }
        list.add(
            .fetch,
            "\(negated ? "NOT of " : "")\(type.rawValue) compared with nil: only == and != take nil for a value",
            covers: [.attributeType(type)]
        ) { bench in
            let context = bench.context(try SampleRows.container(bench))
            for comparator in FetchComparison.Operator.ofValues {
                let predicate = FetchPredicate.compare("sample", comparator, .missing)
                try rows.expect(predicate, "\(comparator.text) nil", context, negated: negated) { row in
                    switch comparator {
                    case .equal: row.rank == nil
                    case .notEqual: row.rank != nil
                    default: false
                    }
                }
            }
        }
    }

    private static func addLists(_ rows: SampleRows, _ negated: Bool, to list: inout CaseList) {
        let (type, values) = (rows.samples.type, rows.samples.values)
        let not = negated ? "NOT " : ""
        list.add(
            .fetch, "\(not)\(type.rawValue) IN a list: of none, one, some, all, doubled and missing values",
            covers: [.comparison(.isIn), .attributeType(type)]
        ) { bench in
            let context = bench.context(try SampleRows.container(bench))
            let lists: [[Int?]] = [
                [], [0], [values.count - 1, 0], [nil], [nil, 1], [1, 1], Array(values.indices),
                values.indices.map { $0 % 2 == 0 ? $0 : nil },
            ]
            for chosen in lists {
                let constants = chosen.map { $0.map { values[$0] } ?? .missing }
                let predicate = FetchPredicate.compare("sample", .isIn, .list(constants))
                try rows.expect(predicate, "IN \(chosen)", context, negated: negated) { row in
                    row.rank.map { chosen.contains($0) } ?? false
                }
            }
        }
        list.add(
            .fetch,
            "\(not)\(type.rawValue) BETWEEN two bounds takes both in; bounds the wrong way round take in nothing",
            covers: [.comparison(.between), .attributeType(type)]
        ) { bench in
            let context = bench.context(try SampleRows.container(bench))
            for lower in values.indices {
                for upper in [0, lower, min(lower + 2, values.count - 1), values.count - 1] {
                    let predicate = FetchPredicate.compare("sample", .between, .list([values[lower], values[upper]]))
                    try rows.expect(predicate, "BETWEEN \(lower) \(upper)", context, negated: negated) { row in
                        row.rank.map { lower <= $0 && $0 <= upper } ?? false
                    }
                }
            }
            for bounds in [[Value.missing, values[0]], [values[0], .missing], [.missing, .missing]] {
                let predicate = FetchPredicate.compare("sample", .between, .list(bounds))
                try rows.expect(predicate, "BETWEEN with nil", context, negated: negated) { _ in false }
            }
        }
    }

    private static func addSides(_ rows: SampleRows, _ negated: Bool, to list: inout CaseList) {
        let (type, values) = (rows.samples.type, rows.samples.values)
        let not = negated ? "NOT " : ""
        list.add(
            .fetch, "\(not)x \(symbols) \(type.rawValue) is read from left to right with the constant on the left",
            covers: [.attributeType(type)]
        ) { bench in
            let context = bench.context(try SampleRows.container(bench))
            for comparator in FetchComparison.Operator.ofValues {
                for index in values.indices {
                    let predicate = FetchPredicate.comparison(
                        FetchComparison(.constant(values[index]), comparator, .path("sample")))
                    try rows.expect(predicate, "x \(comparator.text)", context, negated: negated) { row in
                        row.rank.map { comparator.holds(index, $0) ?? false } ?? (comparator == .notEqual)
                    }
                }
            }
        }
        list.add(
            .fetch, "\(not)\(type.rawValue) \(symbols) another attribute of the row, where both may be missing",
            covers: [.attributeType(type)]
        ) { bench in
            let context = bench.context(try SampleRows.container(bench))
            for comparator in FetchComparison.Operator.ofValues {
                let predicate = FetchPredicate.compare("sample", comparator, .path("other"))
                try rows.expect(predicate, "\(comparator.text) other", context, negated: negated) { row in
                    guard let left = row.rank, let right = row.other else {
                        let areEqual = row.rank == nil && row.other == nil
                        return comparator == .equal ? areEqual : comparator == .notEqual ? !areEqual : false
                    }
                    return comparator.holds(left, right) ?? false
                }
            }
        }
    }

    private static let symbols = "(==, !=, <, <=, >, >=)"
}
