/// The rows about logic, arithmetic, functions and collections.
extension LanguageExample {
    private static let everybody = [1, 2, 3, 4, 5]

    static let logic: [LanguageExample] = [
        .init("`TRUEPREDICATE`, `FALSEPREDICATE`", "TRUEPREDICATE", everybody),
        .init("`TRUEPREDICATE`, `FALSEPREDICATE`", "FALSEPREDICATE", []),
        .init("`AND`, `&&`", "age > 0 AND age < 50", [1, 3]), .init("`AND`, `&&`", "age > 0 && age < 50", [1, 3]),
        .init("`OR`, `||`", "age = 3 OR age = 42", [1, 3]), .init("`OR`, `||`", "age = 3 || age = 42", [1, 3]),
        .init("`NOT`, `!`", "age > 0 AND NOT age = 3", [1, 4]), .init("`NOT`, `!`", "!(age > 3)", [2, 3, 5]),
    ]

    static let arithmetic: [LanguageExample] = [
        .init("`a + b`, `a - b`, `a * b`, `-a`", "age + 1 = 43", [1]),
        .init("`a + b`, `a - b`, `a * b`, `-a`", "age - 1 = 2", [3]),
        .init("`a + b`, `a - b`, `a * b`, `-a`", "age * 2 = 84", [1]),
        .init("`a + b`, `a - b`, `a * b`, `-a`", "-age = 7", [2]),
        .init("`a + b`, `a - b`, `a * b`, `-a`", "age + score = -6", [2]),
        .init("`a + b`, `a - b`, `a * b`, `-a`", "wage * 10 = 1", [1]),
        .init("`a / b`", "age / 2 = -3", [2]), .init("`a / b`", "wage / 4 = 0.75", [3]),
        .init("`a / b`", "age / 0 = nil", everybody), .init("`a / b`", "score / 0 = nil", everybody),
        .init("`a ** b`, `raise:toPower:(a, b)`", "age ** 2 = 49", [2]),
        .init("`a ** b`, `raise:toPower:(a, b)`", "raise:toPower:(2, age) = 8", [3]),
        .init("`modulus:by:(a, b)`", "modulus:by:(age, 5) = -2", [2]),
        .init("`date + n`, `date - n`", "born + 86400 = date(\"2024-03-01\")", [1]),
        .init("`date + n`, `date - n`", "born - 0.5 = date(-1)", [3]),
        .init("`date - date`", "born - date(\"2024-02-29\") = 37800.5", [2]),
        .init("`abs(a)`", "abs(age) = 7", [2]), .init("`floor(a)`, `ceiling(a)`, `trunc(a)`", "floor(wage) = -13", [2]),
        .init("`floor(a)`, `ceiling(a)`, `trunc(a)`", "ceiling(wage) = 1", [1]),
        .init("`floor(a)`, `ceiling(a)`, `trunc(a)`", "trunc(wage) = -12", [2]),
        .init("`sqrt(a)`, `exp(a)`, `ln(a)`, `log(a)`", "sqrt(age + 7) = 7", [1]),
        .init("`sqrt(a)`, `exp(a)`, `ln(a)`, `log(a)`", "sqrt(age) = nil", [2, 5]),
        .init("`sqrt(a)`, `exp(a)`, `ln(a)`, `log(a)`", "exp(score) > 2", [2, 3]),
        .init("`sqrt(a)`, `exp(a)`, `ln(a)`, `log(a)`", "ln(score) = 0", [2]),
        .init("`sqrt(a)`, `exp(a)`, `ln(a)`, `log(a)`", "log(age + 58) = 2", [1]),
        .init(bits, "bitwiseAnd:with:(age, 1) = 1", [2, 3, 4]), .init(bits, "bitwiseOr:with:(age, 1) = 43", [1]),
        .init(bits, "bitwiseXor:with:(age, 3) = 0", [3]), .init(bits, "onesComplement(age) = 6", [2]),
        .init("`leftshift:by:(a, n)`, `rightshift:by:(a, n)`", "leftshift:by:(age, 1) = 6", [3]),
        .init("`leftshift:by:(a, n)`, `rightshift:by:(a, n)`", "rightshift:by:(age, 1) = 21", [1]),
    ]

    private static let bits =
        "`bitwiseAnd:with:(a, b)`, `bitwiseOr:with:(a, b)`, `bitwiseXor:with:(a, b)`, `onesComplement(a)`"

    static let functions: [LanguageExample] = [
        .init("`uppercase(t)`, `lowercase(t)`", "uppercase(name) = \"ADA\"", [1, 2]),
        .init("`uppercase(t)`, `lowercase(t)`", "lowercase(name) = \"ada\"", [1, 2]),
        .init("`canonical(t)`", "canonical(name) = \"e\"", [3]), .init("`length(t)`", "length(name) = 7", [4]),
        .init("`now()`", "born < now()", [1, 2, 3]), .init("`noindex(a)`", "noindex(age) = 3", [3]),
        .init("`CAST(a, \"type\")`", "CAST(age, \"string\") = \"42\"", [1]),
        .init("`CAST(a, \"type\")`", "CAST(born, \"integer\") = 0", [3]),
        .init("`FUNCTION(a, \"name\", …)`", "FUNCTION(name, \"uppercaseString\") = \"ADA\"", [1, 2]),
        .init("`FUNCTION(\"name\", …)`, `name(…)`", "FUNCTION(\"shout\", name) = \"ADA!\"", [1, 2]),
        .init("`FUNCTION(\"name\", …)`, `name(…)`", "FUNCTION(name, \"shout\") = \"ADA!\"", [1, 2]),
        .init("`FUNCTION(\"name\", …)`, `name(…)`", "length(shout(name)) = 9", [4]),
        .init("`FUNCTION(\"name\", …)`, `name(…)`", "shout(name) = nil", [5]),
        .init("`TERNARY(predicate, a, b)`", "TERNARY(age = nil, 0, age) < 10", [2, 3, 5]),
        .init("`$x := a`", "($x := age + 1) * $x = 16", [3]),
        .init("`SUBQUERY(c, $x, predicate)`", "SUBQUERY(staff, $x, $x.age > 40).@count = 1", [1, 2], of: "Company"),
        .init(
            "`SUBQUERY(c, $x, predicate)`", "SUBQUERY(staff, $x, $x.age > 40 AND $x.isActive = YES)[SIZE] = 1", [1],
            of: "Company"),
        .init(
            "`SUBQUERY(c, $x, predicate)`", "ANY SUBQUERY(staff, $x, $x.age > 40).name BEGINSWITH \"S\"", [2],
            of: "Company"),
        .init(
            "`SUBQUERY(c, $x, predicate)`", "SUBQUERY(employer.staff, $x, $x.age > age).@count = 1", [2, 3]),
    ]

    static let collections: [LanguageExample] = [
        .init(sizes, "sum(staff.age) = 0", [3], of: "Company"), .init(sizes, "staff.@sum.age = 35", [1], of: "Company"),
        .init(counts, "count(staff.name) = 2", [1, 2], of: "Company"),
        .init(counts, "count(staff.score) = 0", [3], of: "Company"),
        .init(averages, "average(staff.age) = 17.5", [1], of: "Company"),
        .init(averages, "staff.@avg.age = 32", [2], of: "Company"),
        .init(averages, "average(staff.age) = nil", [3], of: "Company"),
        .init(ends, "min(staff.age) = -7", [1], of: "Company"), .init(ends, "max(staff.age) = 61", [2], of: "Company"),
        .init(ends, "staff.@min.age = 3", [2], of: "Company"),
        .init(ends, "staff.@max.name = \"ada\"", [1], of: "Company"),
        .init("`median(c)`, `mode(c)`, `stddev(c)`", "median(staff.age) = 32", [2], of: "Company"),
        .init("`median(c)`, `mode(c)`, `stddev(c)`", "3 IN mode(staff.age)", [2], of: "Company"),
        .init("`median(c)`, `mode(c)`, `stddev(c)`", "stddev(staff.age) = 29", [2], of: "Company"),
        .init(unions, "ANY staff.@unionOfObjects.age > 60", [2], of: "Company"),
        .init(unions, "count(staff.@unionOfArrays.age) = 2", [1, 2], of: "Company"),
        .init(unions, "count(staff.@unionOfSets.age) = 2", [1, 2], of: "Company"),
        .init(distinct, "staff.@distinctUnionOfObjects.employer[SIZE] = 1", [1, 2], of: "Company"),
        .init(distinct, "count(staff.@distinctUnionOfArrays.employer) = 1", [1, 2], of: "Company"),
        .init(distinct, "count(staff.@distinctUnionOfSets.employer) = 1", [1, 2], of: "Company"),
        .init("`{a, b, …}`", "{age, 7, nil} CONTAINS 3", [3]),
        .init("`{a, b, …}`", "age IN {employer.staff.@max.age, 3}", [1, 3, 4]),
        .init("`c[n]`, `c[FIRST]`, `c[LAST]`, `c[SIZE]`", "{age, 7}[0] = 3", [3]),
        .init("`c[n]`, `c[FIRST]`, `c[LAST]`, `c[SIZE]`", "{age, 7}[2] = nil", everybody),
        .init("`c[n]`, `c[FIRST]`, `c[LAST]`, `c[SIZE]`", "{age, 7}[FIRST] = 3", [3]),
        .init("`c[n]`, `c[FIRST]`, `c[LAST]`, `c[SIZE]`", "{age, 7}[LAST] = 7", everybody),
        .init("`c[n]`, `c[FIRST]`, `c[LAST]`, `c[SIZE]`", "{age, 7}[SIZE] = 2", everybody),
        .init("`a UNION b`", "(staff.age UNION {1})[SIZE] = 3", [1, 2], of: "Company"),
        .init("`a INTERSECT b`", "staff.age INTERSECT {3} CONTAINS 3", [2], of: "Company"),
        .init("`a MINUS b`", "(staff.age MINUS {3, 61})[SIZE] = 2", [1], of: "Company"),
    ]

    private static let sizes = "`sum(c)`, `path.@sum.name`"
    private static let counts = "`count(c)`"
    private static let averages = "`average(c)`, `path.@avg.name`"
    private static let ends = "`min(c)`, `max(c)`, `path.@min.name`, `path.@max.name`"
    private static let unions = "`path.@unionOfObjects.name`, `@unionOfArrays`, `@unionOfSets`"
    private static let distinct =
        "`path.@distinctUnionOfObjects.name`, `@distinctUnionOfArrays`, `@distinctUnionOfSets`"
}
