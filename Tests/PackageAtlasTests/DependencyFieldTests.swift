import Testing

@testable import PackageAtlas

@Suite struct DependencyFieldTests {
    @Test("groups, alternatives, versions, architectures and profiles are parsed")
    func everything() throws {
        let field = try DependencyField(
            "libc6 (>= 2.36), default-mta | mail-transport-agent,\n python3:any (<<3.12) [amd64 !i386] <!nocheck> <a b>"
        )
        #expect(
            field.groups == [
                [PackageReference(name: "libc6", constraint: .init(relation: .laterOrEqual, version: "2.36"))],
                [PackageReference(name: "default-mta"), PackageReference(name: "mail-transport-agent")],
                [
                    PackageReference(
                        name: "python3", architecture: "any", constraint: .init(relation: .earlier, version: "3.12"),
                        architectures: ["amd64", "!i386"], profiles: ["!nocheck", "a", "b"])
                ],
            ])
    }

    @Test(
        "every relation is understood, the old ones too",
        arguments: [
            ("<<", .earlier), ("<=", .earlierOrEqual), ("=", .equal), (">=", .laterOrEqual), (">>", .later),
            ("<", .earlierOrEqual), (">", .laterOrEqual),
        ] as [(String, VersionRelation)])
    func relations(text: String, relation: VersionRelation) throws {
        let field = try DependencyField("a(\(text)1:2.0-3~x)")
        #expect(field.groups.first?.first?.constraint == .init(relation: relation, version: "1:2.0-3~x"))
    }

    @Test("nothing and surplus commas are no groups", arguments: ["", "  ", ",", " , ,"])
    func empty(text: String) throws {
        #expect(try DependencyField(text).groups.isEmpty)
    }

    @Test(
        "a mistake is reported where it stands",
        arguments: [
            ("a b", 2, "',' or '|'"), ("a |", 3, "a package's name"), ("a (2.0)", 3, "one of << <= = >= >>"),
            ("a (>= )", 6, "a version"), ("a (>= 2", 7, "')'"), ("a:", 2, "an architecture"),
            ("a [amd64", 8, "a word or ']'"), ("|a", 0, "a package's name"), ("a (=> 1)", 3, "one of << <= = >= >>"),
        ])
    func mistakes(text: String, offset: Int, expected: String) {
        let error = #expect(throws: DependencyField.SyntaxError.self) { try DependencyField(text) }
        #expect(error == DependencyField.SyntaxError(offset: offset, expected: expected))
    }
}
