import Testing

@testable import PolystoreTerminal

@Suite struct CommaSeparatedValuesTests {
    @Test(
        "fields are quoted by RFC 4180",
        arguments: [
            (["a", "b"], "a,b\r\n"), (["a,b", "c"], "\"a,b\",c\r\n"), (["say \"x\""], "\"say \"\"x\"\"\"\r\n"),
            (["two\nlines"], "\"two\nlines\"\r\n"), (["a\r\nb"], "\"a\r\nb\"\r\n"), ([" a"], "\" a\"\r\n"),
            (["größe"], "größe\r\n"),
        ] as [([String], String)])
    func quoting(fields: [String], line: String) {
        #expect(CommaSeparatedValues.record(fields) == line)
    }

    @Test("a missing value and an empty text differ")
    func missing() {
        #expect(CommaSeparatedValues.record([nil, "", "x"]) == ",\"\",x\r\n")
    }
}
