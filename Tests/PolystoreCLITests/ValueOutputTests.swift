import Foundation
import Polystore
import PolystoreTerminal
import Testing

@testable import PolystoreCLI

@Suite struct ValueOutputTests {
    @Test(
        "every kind of value has a text and a JSON form",
        arguments: [
            (.missing, nil, "null"), (.boolean(true), "true", "true"), (.integer(-7), "-7", "-7"),
            (.double(0.5), "0.5", "0.5"), (.double(.infinity), "inf", "\"Infinity\""),
            (.decimal(Decimal(string: "1.10") ?? 0), "1.1", "1.1"), (.string("a\"b"), "a\"b", "\"a\\\"b\""),
            (
                .date(Date(timeIntervalSinceReferenceDate: 0.25)), "2001-01-01T00:00:00.250Z",
                "\"2001-01-01T00:00:00.250Z\""
            ),
            (.date(Date(timeIntervalSinceReferenceDate: 1e300)), "1e+300", "\"1e+300\""),
            (.date(Date(timeIntervalSinceReferenceDate: -.infinity)), "-inf", "\"-inf\""),
            (
                .date(Date(timeIntervalSinceReferenceDate: 252_423_993_599)), "9999-12-31T23:59:59.000Z",
                "\"9999-12-31T23:59:59.000Z\""
            ),
            (.data(Data([1, 2, 255])), "AQL/", "\"AQL/\""),
        ] as [(Value, String?, String)])
    func forms(value: Value, text: String?, json: String) {
        #expect(value.text == text)
        #expect(value.json.compact == json)
    }
}
