/// A row of the tables in the page of the predicate language, as a question with its answer, written by hand.
package struct LanguageExample: Sendable {
    /// The first cell of the row.
    package let row: String
    let entity: String
    let text: String
    /// The numbers of the objects that are found.
    let found: [Int]

    init(_ row: String, _ text: String, _ found: [Int], of entity: String = "Person") {
        (self.row, self.text, self.found, self.entity) = (row, text, found, entity)
    }

    /// An example for each row, or several; `{Person 1}` and `{Company 1}` stand for the URIs of objects.
    package static let all: [LanguageExample] =
        literals + operators + options + quantifiers + missing + kinds
        + logic + arithmetic + functions + collections + fetches

    private static let literals: [LanguageExample] = [
        .init("`42`, `-7`", "age = 42", [1]),
        .init("`42`, `-7`", "age = -7", [2]),
        .init("`0.1`, `-12.50`", "wage = 0.1", [1]),
        .init("`0.1`, `-12.50`", "wage = -12.50", [2]),
        .init("`0.1`, `-12.50`", "score = 0.5", [1]),
        .init("`1e0`, `5e-1`", "score = 1e0", [2]),
        .init("`1e0`, `5e-1`", "score = 5e-1", [1]),
        .init("`0x2A`, `0o52`, `0b101010`", "age = 0x2A", [1]), .init("`0x2A`, `0o52`, `0b101010`", "age = 0o52", [1]),
        .init("`0x2A`, `0o52`, `0b101010`", "age = 0b101010", [1]),
        .init("`INFINITY`, `-INFINITY`", "score = INFINITY", [3]),
        .init("`INFINITY`, `-INFINITY`", "score = -INFINITY", [4]),
        .init("`\"text\"`, `'text'`", "name = \"Ada\"", [1]),
        .init("`\"text\"`, `'text'`", "name = 'Ada'", [1]),
        .init("`\"text\"`, `'text'`", "name = \"\\u{E9}\"", [3]),
        .init("`TRUE`, `YES`, `FALSE`, `NO`", "isActive = TRUE", [1, 3]),
        .init("`TRUE`, `YES`, `FALSE`, `NO`", "isActive = YES", [1, 3]),
        .init("`TRUE`, `YES`, `FALSE`, `NO`", "isActive = FALSE", [2]),
        .init("`TRUE`, `YES`, `FALSE`, `NO`", "isActive = NO", [2]),
        .init("`NIL`, `NULL`", "name = NIL", [5]),
        .init("`NIL`, `NULL`", "name != NULL", [1, 2, 3, 4]),
        .init("`date(\"2024-02-29\")`, `date(\"2024-02-29T12:30:00.5+02:00\")`", "born = date(\"2024-02-29\")", [1]),
        .init(
            "`date(\"2024-02-29\")`, `date(\"2024-02-29T12:30:00.5+02:00\")`",
            "born = date(\"2024-02-29T12:30:00.5+02:00\")", [2]),
        .init("`date(-0.5)`", "born = date(-0.5)", [3]),
        .init(values, "badge = uuid(\"00000000-0000-0000-0000-000000000001\")", [1]),
        .init(values, "home = uri(\"https://ada.example/\")", [1]),
        .init(values, "photo = data(\"AQID\")", [1]),
        .init(values, "employer = object(\"{Company 1}\")", [1, 2]),
    ]

    private static let values = "`uuid(\"…\")`, `uri(\"…\")`, `data(\"Base64\")`, `object(\"polystore://…\")`"

    private static let operators: [LanguageExample] = [
        .init("`=`, `==`", "age = 3", [3]), .init("`=`, `==`", "age == 3", [3]),
        .init("`!=`, `<>`", "age != 3", [1, 2, 4, 5]), .init("`!=`, `<>`", "age <> 3", [1, 2, 4, 5]),
        .init("`<`, `<=`, `=<`, `>`, `>=`, `=>`", "age < 3", [2]),
        .init("`<`, `<=`, `=<`, `>`, `>=`, `=>`", "age <= 3", [2, 3]),
        .init("`<`, `<=`, `=<`, `>`, `>=`, `=>`", "age =< 3", [2, 3]),
        .init("`<`, `<=`, `=<`, `>`, `>=`, `=>`", "age > 3", [1, 4]),
        .init("`<`, `<=`, `=<`, `>`, `>=`, `=>`", "age >= 3", [1, 3, 4]),
        .init("`<`, `<=`, `=<`, `>`, `>=`, `=>`", "age => 3", [1, 3, 4]),
        .init("`BETWEEN {a, b}`", "age BETWEEN {3, 42}", [1, 3]),
        .init("`IN {a, b, …}`", "age IN {3, 42, 99}", [1, 3]),
        .init("`value IN path`", "3 IN staff.age", [2], of: "Company"),
        .init("`value IN path`", "object(\"{Person 1}\") IN staff", [1], of: "Company"),
        .init("`value IN path`", "nil IN staff.wage", [], of: "Company"),
        .init("`value IN path`", "wage IN employer.staff.wage", [1, 2, 3]),
        .init("`text IN text`", "\"da\" IN name", [1, 2]),
        .init("`path CONTAINS value`", "staff.age CONTAINS 3", [2], of: "Company"),
        .init("`relationship CONTAINS object`", "staff CONTAINS object(\"{Person 4}\")", [2], of: "Company"),
        .init("`CONTAINS`", "name CONTAINS \"da\"", [1, 2]),
        .init("`BEGINSWITH`, `ENDSWITH`", "name BEGINSWITH \"A\"", [1]),
        .init("`BEGINSWITH`, `ENDSWITH`", "name ENDSWITH \"da\"", [1, 2]),
        .init("`LIKE`", "name LIKE \"?da\"", [1, 2]),
        .init("`LIKE`", "name LIKE \"Stra*\"", [4]),
        .init("`LIKE`", "name LIKE \"*\\\\*\"", [4]),
        .init("`MATCHES`", "name MATCHES \"[Aa]da\"", [1, 2]),
        .init("`path.@count`", "staff.@count = 2", [1, 2], of: "Company"),
        .init("`path.@count`", "staff.@count < 1", [3], of: "Company"),
    ]

    private static let options: [LanguageExample] = [
        .init("(none)", "name = \"ada\"", [2]),
        .init("`[c]`", "name =[c] \"ADA\"", [1, 2]),
        .init("`[c]`", "name =[c] \"strasse*\"", [4]),
        .init("`[d]`", "name =[d] \"e\"", [3]),
        .init("`[n]`", "name =[n] \"ada\"", [2]),
        .init("`[l]`", "name =[l] \"Ada\"", [1]),
    ]

    private static let quantifiers: [LanguageExample] = [
        .init("`ANY staff.age > 60`, `SOME …`", "ANY staff.age > 60", [2], of: "Company"),
        .init("`ANY staff.age > 60`, `SOME …`", "SOME staff.age > 60", [2], of: "Company"),
        .init("`ALL staff.age > 60`", "ALL staff.age > 60", [3], of: "Company"),
        .init("`ALL staff.age > 60`", "ALL staff.age > 2", [2, 3], of: "Company"),
        .init("`NONE staff.age > 60`", "NONE staff.age > 60", [1, 3], of: "Company"),
        .init(
            "`ANY staff.employer.staff.age > 60`", "ANY staff.employer.staff.age > 60", [2], of: "Company"),
        .init(
            "`ANY staff.employer.staff.age > 60`", "ALL staff.employer.staff.age > 2", [2, 3], of: "Company"),
        .init(
            "`ANY staff.employer.staff.age > 60`", "NONE staff.employer.staff.age IN {3, 42}", [3], of: "Company"),
    ]

    private static let missing: [LanguageExample] = [
        .init("`age = 3`", "age = 3", [3]), .init("`age != 3`", "age != 3", [1, 2, 4, 5]),
        .init("`age < 5`", "age < 5", [2, 3]), .init("`NOT age < 5`", "NOT age < 5", [1, 4, 5]),
        .init("`age = nil`", "age = nil", [5]), .init("`age IN {3, nil}`", "age IN {3, nil}", [3]),
    ]

    private static let kinds: [LanguageExample] = [
        .init("integers, decimals, floating-point numbers", "score = 1", [2]),
        .init("integers, decimals, floating-point numbers", "age = 42.0", [1]),
        .init("integers, decimals, floating-point numbers", "score > age", [2, 3]),
        .init("integers, decimals, floating-point numbers", "wage < 1e0", [1, 2]),
        .init("text", "name < \"a\"", [1, 4]),
        .init("boolean", "isActive > FALSE", [1, 3]),
        .init("date", "born > date(\"2024-02-29\")", [2]),
        .init("UUID, URI, data", "badge < uuid(\"00000000-0000-0000-0000-000000000002\")", [1]),
        .init("UUID, URI, data", "home > uri(\"https://ada.example/\")", [2]),
        .init("UUID, URI, data", "photo < data(\"AQ==\")", [2]),
        .init("objects", "SELF = object(\"{Person 2}\")", [2]),
        .init("objects", "employer != object(\"{Company 1}\")", [3, 4, 5]),
        .init("objects", "employer IN {object(\"{Company 2}\")}", [3, 4]),
        .init("transformable attributes", "mood = nil", [2, 3, 4, 5]),
        .init("transformable attributes", "mood != nil", [1]),
    ]
}
