/// The rows about fetches within predicates.
extension LanguageExample {
    static let fetches: [LanguageExample] = [
        .init(objects, "SELF IN FETCH(Person WHERE age > 10)", [1, 4]),
        .init(objects, "employer IN FETCH(Company WHERE number > 1)", [3, 4]),
        .init(objects, "SELF IN FETCH(Person SORT {-age} LIMIT 1 OFFSET 1)", [1]),
        .init(objects, "ANY FETCH(Person WHERE age < 0).name = name", [2]),
        .init(objects, "ANY staff IN FETCH(Person WHERE age > 60)", [2], of: "Company"),
        .init(objects, "SUBQUERY(FETCH(Person), $x, $x.age > age).@count = 1", [1]),
        .init(objects, "SELF IN FETCH(ONLY Person WHERE name IN FETCH(Person WHERE age = 3).name SAVED)", [3]),
        .init(count, "FETCH(Person WHERE age > 10, TRUE) = number", [2]),
        .init(count, "number > FETCH(Company, YES) AND FETCH(Company WHERE number > 3, TRUE) = 0", [4, 5]),
        .init(values, "age IN FETCH(Person WHERE age > 10).age", [1, 4]),
        .init(values, "name IN FETCH(Person SORT {-number} LIMIT 2 OFFSET 1).name", [3, 4]),
        .init(values, "age = FETCH(Person).@max.age", [4]),
        .init(values, "age = FETCH(Person SORT {-age} LIMIT 1 OFFSET 1)[FIRST].age", [1]),
        .init(values, "age IN FETCH(Company).staff.age", [1, 2, 3, 4]),
    ]

    private static let objects = "`FETCH(entity …)`"
    private static let count = "`FETCH(entity …, TRUE)`"
    private static let values = "`FETCH(entity …).path`"
}
