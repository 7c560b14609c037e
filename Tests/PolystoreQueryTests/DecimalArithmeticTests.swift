import Foundation
import PolystoreModel
import Testing

@testable import PolystoreQuery

@Suite("Arithmetic of decimals")
struct DecimalArithmeticTests {
    @Test(
        "products at the smallest exponent are exact",
        arguments: [
            ("2e-64", "*", "5e-65", "1e-128"), ("-1.5e-70", "*", "2e-58", "-3e-128"),
            ("-1e-64", "*", "-7e-64", "7e-128"),
            ("1e-128", "*", "1e127", "0.1"), ("0", "*", "1e-128", "0"), ("1e-64", "**", "2", "1e-128"),
            ("-0.5", "**", "3", "-0.125"), ("3", "**", "0", "1"),
        ])
    func small(_ left: String, _ symbol: String, _ right: String, _ result: String) throws {
        #expect(try holds("%@ \(symbol) %@ = %@", [left, right, result]))
        #expect(try !holds("%@ \(symbol) %@ != %@", [left, right, result]))
    }

    @Test(
        "what no decimal can hold is an error",
        arguments: [
            ("1e-100", "*", "1e-100"), ("1e-128", "*", "0.33333333333333333333333333333333333333"),
            ("1e100", "*", "1e100"),
            ("1e-50", "**", "3"), ("1e50", "**", "3"), ("1e-100", "/", "1e100"),
        ])
    func outOfRange(_ left: String, _ symbol: String, _ right: String) throws {
        let error = try #require(throws: QueryError.self) { try holds("%@ \(symbol) %@ = 0", [left, right]) }
        #expect(error.code == .arithmeticOverflow)
    }

    private func holds(_ format: String, _ numbers: [String]) throws -> Bool {
        let arguments = try numbers.map { try #require(Decimal(string: $0)).predicateExpression }
        let world = try World()
        let ada = try world.insert("Person", ["name": .string("Ada")])
        try world.pack()
        return try world.keys(of: "Person", where: FetchPredicate(format: format, expressions: arguments)) == [ada.key]
    }
}
