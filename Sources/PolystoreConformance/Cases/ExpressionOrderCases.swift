import Foundation
import PolystoreCore
import PolystoreStorage

/// Orders by what expressions give, with answers written by hand: the same on every store, in part and with changes.
enum ExpressionOrderCases {
    private struct Row: Sendable {
        let keys: String
        let expected: [Int]
        var entity = "Person"
    }

    /// The ages are 42, −7, 3, 61 and none, the staff of the companies is two, two and none.
    private static let rows: [Row] = [
        Row(keys: "age * -1", expected: [5, 4, 1, 3, 2]),
        Row(keys: "-abs(age)", expected: [4, 1, 2, 3, 5]),
        Row(keys: "length(name), number", expected: [5, 3, 1, 2, 4]),
        Row(keys: "(uppercase(name))[c], number", expected: [5, 1, 2, 4, 3]),
        Row(keys: "shout(name), -number", expected: [5, 2, 1, 4, 3]),
        Row(keys: "TERNARY(age = nil, 1000, age)", expected: [2, 3, 1, 4, 5]),
        Row(
            keys: "TERNARY(number = 1, wage, TERNARY(number = 2, score, age))", expected: [5, 1, 2, 3, 4]),
        Row(keys: "employer.staff.@count, -number", expected: [5, 4, 3, 2, 1]),
        Row(keys: "FETCH(Person, TRUE) - number", expected: [5, 4, 3, 2, 1]),
        Row(keys: "born - date(0), number", expected: [4, 5, 3, 1, 2]),
        Row(keys: "-staff.@count", expected: [2, 1, 3], entity: "Company"),
        Row(keys: "staff.@max.age", expected: [3, 1, 2], entity: "Company"),
        Row(keys: "-sum(staff.age)", expected: [2, 1, 3], entity: "Company"),
        Row(keys: "SUBQUERY(staff, $x, $x.age > 10).@count, -number", expected: [3, 2, 1], entity: "Company"),
    ]

    static func add(to list: inout CaseList) {
        for row in rows {
            list.add(.ordering, "\(row.entity) is sorted by \(row.keys), whole and in part") { bench in
                let context = bench.context(try LanguageCases.container(bench))
                let keys = try SortKey.keys(format: row.keys)
                try expect(try context.find(row.entity, by: keys).numbers(), is: row.expected)
                for offset in 0...2 {
                    let part = try context.find(row.entity, by: keys, limit: 2, offset: offset)
                    try expect(try part.numbers(), is: Array(row.expected.dropFirst(offset).prefix(2)), "in part")
                }
                let written = try SortKey.keys(format: keys.map(\.formatText).joined(separator: ", "))
                try expect(written, is: keys, "written and read")
                let coded = try JSONDecoder().decode([SortKey].self, from: JSONEncoder().encode(keys))
                try expect(coded, is: keys, "coded")
            }
        }
        list.add(.ordering, "unsaved changes count in an order by expressions, and together with a limit") { bench in
            let context = bench.context(try LanguageCases.container(bench))
            let keys = try SortKey.keys(format: "-staff.@sum.age, number")
            let last = try require(try context.find("Person", by: [SortKey(["number"])]).last)
            let third = try require(try context.find("Company", by: [SortKey(["number"])]).last)
            try last.setValue(.integer(50), forKey: "age")
            try last.setRelatedObject(third, forKey: "employer")
            try expect(try context.find("Company", by: keys).numbers(), is: [2, 3, 1])
            try expect(try context.find("Company", by: keys, limit: 1, offset: 1).numbers(), is: [3])
            context.rollback()
            try expect(try context.find("Company", by: keys).numbers(), is: [2, 1, 3])
        }
    }
}
