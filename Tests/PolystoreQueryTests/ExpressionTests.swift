import Foundation
import PolystoreModel
import PolystoreRandom
import Testing

@testable import PolystoreQuery

@Suite("Expressions on rows")
struct ExpressionTests {
    /// Three persons; the first manages the second and the third, who work at a company.
    private func world() throws -> World {
        let world = try World()
        let ada = try world.insert(
            "Manager",
            ["name": .string("Ada"), "age": .integer(42), "score": .double(0.5), "salary": .decimal(Decimal(10))])
        let bob = try world.insert(
            "Person", ["name": .string("Bob"), "age": .integer(28), "level": .integer(3), "badge": .integer(.max)])
        let cleo = try world.insert(
            "Person", ["name": .string("cleo"), "birthday": .date(Date(timeIntervalSinceReferenceDate: 0))])
        let company = try world.insert("Company", ["name": .string("Acme")])
        world.link(bob, "boss", ada)
        world.link(cleo, "boss", ada)
        world.link(bob, "employer", company)
        world.link(cleo, "employer", company)
        world.link(ada, "friends", cleo)
        try world.pack()
        return world
    }

    @Test("values, elements and collections are what they should be")
    func answers() throws {
        let world = try world()
        let cases: [(String, [Int64])] = [
            ("age / 5 = 8", [1]), ("age / 0 = nil", [1, 2, 3]), ("score / 2 = 0.25", [1]), ("salary / 4 = 2.5", [1]),
            ("age - 30 < 0", [2]), ("modulus:by:(age, 5) = 3", [2]), ("-age = -42", [1]),
            ("2 ** 10 = 1024", [1, 2, 3]),
            ("age + score = 42.5", [1]), ("score + 0.1 = 0.6", [1]), ("age ** -1 < 1", [1, 2]),
            ("abs(age - 30) = 2", [2]), ("floor(score) = 0", [1]), ("ceiling(score) = 1", [1]),
            ("sqrt(0 - 1) = nil", [1, 2, 3]), ("length(name) = 3", [1, 2]), ("uppercase(name) = 'CLEO'", [3]),
            ("canonical('É') = 'e'", [1, 2, 3]), ("birthday + 86400 = date('2001-01-02')", [3]),
            ("now() > birthday", [3]), ("CAST(age, 'string') = '42'", [1]),
            ("TERNARY(age = nil, 0, age) < 30", [2, 3]), ("{age, 7}[0] = 42", [1]), ("{1, 2}[5] = nil", [1, 2, 3]),
            ("{age, 1}[SIZE] = 2", [1, 2, 3]), ("sum({age, 1}) = 29", [2]), ("sum(age, 1) = 29", [2]),
            ("max({age, 30}) = 30", [2, 3]), ("median({3, 1, 2}) = 2", [1, 2, 3]), ("1 IN mode({1, 2, 1})", [1, 2, 3]),
            ("stddev({2, 4, 4, 4, 5, 5, 7, 9}) = 2", [1, 2, 3]), ("average({1, 2}) = 1.5", [1, 2, 3]),
            ("employer.staff.@sum.age = 28", [2, 3]), ("employer.staff.@max.age = 28", [2, 3]),
            ("employer.staff.@avg.age = 28", [2, 3]), ("count(employer.staff.age) = 1", [2, 3]),
            ("employer.staff.@count = 2", [2, 3]), ("employer.staff.@sum.friends.@count = 1", [2, 3]),
            ("sum(employer.staff.age) = 0", [1]), ("friends.@min.birthday = date('2001-01-01')", [1]),
            ("SUBQUERY(friends, $x, $x.age = nil).@count = 1", [1]),
            ("SUBQUERY(employer.staff, $x, $x.age < age + 1 AND $x != SELF)[SIZE] = 0", [1, 2, 3]),
            ("SUBQUERY(boss.team, $x, $x != SELF).name[FIRST] = 'Bob'", [3]),
            ("ANY SUBQUERY(friends, $x, $x.name LIKE 'c*').name = 'cleo'", [1]),
            ("boss.team[LAST].name = 'cleo'", [2, 3]), ("SELF IN boss.team", [2, 3]),
            ("SELF IN (boss.team MINUS friends)", [2, 3]), ("friends UNION boss.team CONTAINS SELF", [2, 3]),
            ("(friends INTERSECT boss.team).@count = 0", [1, 2, 3]),
            ("($x := age + 1) > 0 AND age != nil", [1, 2]), ("($x := age) = $x", [1, 2, 3]),
            ("{1, age, 28} CONTAINS 42", [1]), ("age IN {boss.age - 14, 1}", [2]), ("'da' IN name", [1]),
            ("noindex(age) = 42", [1]), ("bitwiseAnd:with:(age, 2) = 2", [1]), ("onesComplement(age) = -43", [1]),
            ("leftshift:by:(level, 1) = 6", [2]), ("raise:toPower:(age, 2) = 784", [2]),
            ("ANY employer.staff.@distinctUnionOfObjects.name BEGINSWITH 'c'", [2, 3]),
            ("name MATCHES '[A-Z].*'", [1, 2]), ("NOT name MATCHES '[A-Z].*'", [3]), ("name ==[l] 'Bob'", [2]),
            ("name CONTAINS[cl] 'LE'", [3]),
        ]
        for (text, expected) in cases {
            let predicate = try FetchPredicate(format: text)
            #expect(try world.keys(of: "Person", where: predicate) == expected, "\(text)")
            let others = [1, 2, 3].filter { !expected.contains($0) }
            #expect(try world.keys(of: "Person", where: .not(predicate)) == others, "NOT \(text)")
        }
    }

    @Test("what has no meaning is refused with its code before anything runs, and overflow when it happens")
    func errors() throws {
        let world = try world()
        let cases: [(String, QueryError.Code)] = [
            ("summ(age) = 1", .unknownFunction), ("age.@summ = 1", .unknownFunction),
            ("sqrt(age, 1) = 1", .wrongOperandCount),
            ("name + 1 = 2", .wrongType), ("uppercase(age) = 'x'", .wrongType), ("sum(friends.name) = 1", .wrongType),
            ("SUBQUERY(friends, $x, $x.nam = 1).@count = 1", .unknownProperty), ("$x.age = 1", .unboundVariable),
            ("SUBQUERY(friends, $x, $y.age = 1).@count = 1", .unboundVariable), ("friends.age + 1 = 2", .wrongType),
            ("age + 1 = 'x'", .wrongType), ("noindex(friends.age) = 1", .toManyNeedsQuantifier),
            ("ANY noindex(age) = 1", .quantifierNeedsToMany), ("noindex(age) IN 1", .listExpected),
            ("random() = 1", .unsupportedExpression), ("CAST(age, 'dat') = 1", .unknownFunction),
            ("age + 1 < boss", .notComparable), ("age + 1 CONTAINS 'x'", .textOperatorNeedsText),
            ("badge + 1 > 0", .arithmeticOverflow), ("9 ** 99 = 1", .arithmeticOverflow),
            ("name MATCHES '(a+)+b' OR 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' MATCHES '(a+)+b'", .patternTooCostly),
        ]
        for (text, code) in cases {
            do {
                let found = try world.keys(of: "Person", where: FetchPredicate(format: text))
                Issue.record("\(text) found \(found)")
            } catch let error as QueryError {
                #expect(error.code == code, "\(text): \(error)")
            }
        }
        let error = #expect(throws: QueryError.self) {
            try world.keys(of: "Person", where: FetchPredicate(format: "summ(age) = 1"))
        }
        #expect(error?.details[.suggestion] == "sum")
    }

    @Test("a comparison of expressions finds what the plain one finds")
    func equalsPlain() throws {
        var random = RandomPredicates(random: RandomSource())
        for _ in 0..<40 {
            let world = try random.world()
            for _ in 0..<60 {
                let predicate = random.predicate(depth: 2, world)
                let expected = try world.keys(of: "Person", where: predicate)
                let wrapped = predicate.wrapped
                try #require(try world.keys(of: "Person", where: wrapped) == expected, "\(wrapped.formatText)")
            }
        }
    }
}

extension FetchPredicate {
    /// The same predicate, but with a function that does nothing around each path on the left.
    fileprivate var wrapped: FetchPredicate {
        switch self {
        case .constant: self
        case .and(let parts): .and(parts.map(\.wrapped))
        case .or(let parts): .or(parts.map(\.wrapped))
        case .not(let part): .not(part.wrapped)
        case .comparison(let comparison):
            .comparison(
                FetchComparison(
                    comparison.left.wrapped, comparison.comparator, comparison.right.wrapped,
                    quantifier: comparison.quantifier, options: comparison.options))
        }
    }
}

extension FetchExpression {
    fileprivate var wrapped: FetchExpression {
        if case .keyPath = self { .function("noindex", [self]) } else { self }
    }
}
