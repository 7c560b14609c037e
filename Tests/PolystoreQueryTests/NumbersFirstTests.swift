import PolystoreModel
import Testing

@testable import PolystoreQuery

@Suite("The order of tests on a row")
struct NumbersFirstTests {
    private func world() throws -> World {
        let world = try World()
        for (name, age) in [("Ada", 42), ("Bob", 28), ("Cleo", 51), ("Dan", 30)] {
            try world.insert("Person", ["name": .string(name), "age": .integer(Int64(age)), "active": .boolean(true)])
        }
        try world.pack()
        return world
    }

    @Test(
        "numbers are tested first wherever they stand beside texts, what may fail keeps its place",
        arguments: [
            ("age > 29", 3, false, [1, 3, 4]),
            ("name CONTAINS 'a' AND age > 29", 3, true, [1, 4]),
            ("name CONTAINS 'a' AND age > 29 AND name BEGINSWITH 'D' AND age < 40", 1, true, [4]),
            ("name = 'Bob' AND active = YES AND age < 30", 1, true, [2]),
            ("name CONTAINS 'a' AND (age < 40 OR name = 'Ada')", 4, true, [1, 4]),
            ("NOT (name CONTAINS 'b' OR age < 50)", 1, true, [3]),
            ("name CONTAINS 'a' OR age > 50", 4, true, [1, 3, 4]),
            ("age / 2 > 14 AND age < 50", 4, true, [1, 4]),
            ("name CONTAINS 'a' AND age < 50 AND age / 2 > 14 AND active = NO", 3, true, []),
            ("name CONTAINS 'a' AND level != 3 AND age > 29", 3, true, [1, 4]),
        ] as [(String, Int, Bool, [Int64])])
    func numbersFirst(_ format: String, passing: Int, hasRest: Bool, found: [Int64]) throws {
        let world = try world()
        let predicate = try FetchPredicate(format: format)
        let first = try world.passing(predicate)
        #expect(first.count == passing)
        #expect(first.hasRest == hasRest)
        #expect(try world.keys(of: "Person", where: predicate) == found)
        #expect(try world.keysTogether(of: "Person", where: predicate) == found)
    }
}
