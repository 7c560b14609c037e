import PolystoreModel

extension ModelValidationTests {
    static let relationshipCases: [Case] = [
        Case(
            "the destination 'Persn' of relationship 'Company.boss' is not in the model (did you mean 'Person'?)",
            .unknownName, "entities/Company/relationships/boss/to"
        ) {
            $0.entities[1].relationships.append(
                RelationshipDescription(name: "boss", to: .entity("Persn"), isToMany: false))
        },
        Case(
            "no entity of the model has the class 'Frm', the destination of 'Company.others' (did you mean 'Firm'?)",
            .unknownName, "entities/Company/relationships/others/toManyClass"
        ) {
            $0.entities[1].relationships.append(
                RelationshipDescription(name: "others", to: .objectClass("Frm"), isToMany: true))
        },
        Case(
            "the inverse 'staf' of 'Person.employer' is not a relationship of 'Company' (did you mean 'staff'?)",
            .inverseMismatch, "entities/Person/relationships/employer/inverse"
        ) { $0.entities[0].relationships[0].inverseName = "staf" },
        Case(
            "the inverse 'name' of 'Person.employer' is an attribute of 'Company'", .inverseMismatch,
            "entities/Person/relationships/employer/inverse"
        ) { $0.entities[0].relationships[0].inverseName = "name" },
        Case(
            "the inverse of 'Person.former' is 'Company.staff', but the inverse of 'Company.staff' is 'Person.employer'",
            .inverseMismatch, "entities/Person/relationships/former/inverse"
        ) {
            $0.entities[0].relationships.append(
                RelationshipDescription(name: "former", to: .entity("Company"), isToMany: true, inverse: "staff"))
        },
        Case(
            "the inverse 'Company.staff' of 'Clerk.bureau' leads to 'Person', not back to 'Clerk'", .inverseMismatch,
            "entities/Clerk/relationships/bureau/inverse"
        ) {
            $0.entities[2].relationships.append(
                RelationshipDescription(name: "bureau", to: .entity("Company"), isToMany: false, inverse: "staff"))
        },
        Case(
            "the inverse of 'Company.clerks' is 'Person.employer', but 'Company.clerks' leads to 'Clerk', not to 'Person'",
            .inverseMismatch, "entities/Company/relationships/clerks/inverse"
        ) {
            $0.entities[1].relationships.append(
                RelationshipDescription(name: "clerks", to: .entity("Clerk"), isToMany: true, inverse: "employer"))
        },
        Case(
            "'Person.boss' is to-one, so it has no order", .invalidConstraint,
            "entities/Person/relationships/boss/ordered"
        ) {
            var boss = RelationshipDescription(name: "boss", to: .entity("Person"), isToMany: false)
            boss.isOrdered = true
            $0.entities[0].relationships.append(boss)
        },
        Case(
            "'Person.boss' is to-one, so it has no maximumCount", .invalidConstraint,
            "entities/Person/relationships/boss/maximumCount"
        ) {
            var boss = RelationshipDescription(name: "boss", to: .entity("Person"), isToMany: false)
            boss.maximumCount = 1
            $0.entities[0].relationships.append(boss)
        },
        Case(
            "the minimumCount of 'Company.staff' is above its maximumCount", .invalidConstraint,
            "entities/Company/relationships/staff/minimumCount",
            staff {
                $0.minimumCount = 3
                $0.maximumCount = 2
            }),
        Case(
            "the maximumCount of 'Company.staff' is below 0", .invalidConstraint,
            "entities/Company/relationships/staff/maximumCount", staff { $0.maximumCount = -1 }),
    ]

    static let partCases: [Case] = [
        Case(
            "a uniqueness constraint of 'Person' names no property", .invalidConstraint, "entities/Person/unique/0"
        ) { $0.entities[0].uniquenessConstraints = [[]] },
        Case(
            "property 'nam' in a uniqueness constraint of 'Clerk' is not in the model (did you mean 'name'?)",
            .unknownName, "entities/Clerk/unique/1/0"
        ) { $0.entities[2].uniquenessConstraints = [["name"], ["nam"]] },
        Case(
            "a uniqueness constraint of 'Person' names 'others', which is to-many and so cannot be unique",
            .invalidConstraint, "entities/Person/unique/0/1"
        ) {
            $0.entities[0].relationships.append(
                RelationshipDescription(name: "others", to: .entity("Person"), isToMany: true))
            $0.entities[0].uniquenessConstraints = [["name", "others"]]
        },
        Case(
            "the uniqueness constraint (name, age) of 'Person' repeats itself or another", .duplicateName,
            "entities/Person/unique/1"
        ) { $0.entities[0].uniquenessConstraints = [["age", "name"], ["name", "age"]] },
        Case(
            "a uniqueness constraint of 'Person' names 'age', which is transient and so cannot be unique",
            .invalidConstraint, "entities/Person/unique/0/0"
        ) {
            $0.entities[0].attributes[1].isTransient = true
            $0.entities[0].uniquenessConstraints = [["age"]]
        },
        Case(
            "a uniqueness constraint of 'Person' names 'boss', which is transient and so cannot be unique",
            .invalidConstraint, "entities/Person/unique/0/0"
        ) {
            var boss = RelationshipDescription(name: "boss", to: .entity("Person"), isToMany: false)
            boss.isTransient = true
            $0.entities[0].relationships.append(boss)
            $0.entities[0].uniquenessConstraints = [["boss"]]
        },
        index(
            "property 'agee' in index 'i' of 'Person' is not in the model (did you mean 'age'?)", .unknownName, ["agee"]
        ),
        index("index 'i' of 'Person' names 'age' twice", .duplicateName, ["age", "age"], "/elements/1"),
        index("index 'i' of 'Person' has no elements", .invalidConstraint, [], ""),
        index(
            "index 'i' of 'Person' names 'others', which is to-many and so cannot be indexed", .invalidConstraint,
            ["others"]
        ) {
            $0.entities[0].relationships.append(
                RelationshipDescription(name: "others", to: .entity("Person"), isToMany: true))
        },
        index(
            "index 'i' of 'Person' names 'extra', which is transformable and so cannot be indexed", .invalidConstraint,
            ["extra"], also: extra(.transformable)),
        Case("entity 'Person' has two indexes named 'I'", .duplicateName, "entities/Person/indexes/I") {
            $0.entities[0].indexes = ["i", "I"].map { .init(name: $0, elements: [.init(property: "age")]) }
        },
        Case("the name of index '' of 'Person' is empty", .invalidName, "entities/Person/indexes/") {
            $0.entities[0].indexes = [.init(name: "", elements: [.init(property: "age")])]
        },
        Case(
            "'agee' in index 'i' of 'Person': entity 'Person' has no property 'agee' (did you mean 'age'?)",
            .unknownName, "entities/Person/indexes/i/where"
        ) {
            var index = FetchIndexDescription(name: "i", elements: [.init(property: "age")])
            index.partialPredicate = .comparison(
                FetchComparison(.keyPath(["agee"]), .equal, .constant(.integer(1))))
            $0.entities[0].indexes = [index]
        },
        Case(
            "entity 'Persn' of configuration 'All' is not in the model (did you mean 'Person'?)", .unknownName,
            "configurations/All/1"
        ) { $0.configurations = ["All": ["Company", "Persn"]] },
        Case("entity 'Company' stands twice in configuration 'All'", .duplicateName, "configurations/All/1") {
            $0.configurations = ["All": ["Company", "Company"]]
        },
        Case("a configuration's name is empty", .invalidName, "configurations/") { $0.configurations = ["": []] },
        Case("a configuration's name has control characters", .invalidName, "configurations/a\n") {
            $0.configurations = ["a\n": []]
        },
        Case("a template's name is empty", .invalidName, "fetchRequestTemplates/") {
            $0.fetchRequestTemplates = ["": FetchRequestDescription(entityName: "Person")]
        },
        Case(
            "the entity 'Persn' of template 't' is not in the model (did you mean 'Person'?)", .unknownName,
            "fetchRequestTemplates/t/entity"
        ) { $0.fetchRequestTemplates = ["t": FetchRequestDescription(entityName: "Persn")] },
        Case(
            "'employer.nam' in a sort key of template 't': entity 'Company' has no property 'nam'"
                + " (did you mean 'name'?)", .unknownName, "fetchRequestTemplates/t/sort/0"
        ) {
            var request = FetchRequestDescription(entityName: "Person")
            request.sortKeys = [SortKey(["employer", "nam"])]
            $0.fetchRequestTemplates = ["t": request]
        },
        Case(
            "the limit of fetched property 'Person.peers' is below 0", .invalidConstraint,
            "entities/Person/fetchedProperties/peers/limit"
        ) {
            var request = FetchRequestDescription(entityName: "Person")
            request.limit = -1
            $0.entities[0].fetchedProperties = [FetchedPropertyDescription(name: "peers", request: request)]
        },
        Case(
            "'boss' in a prefetched path of fetched property 'Person.peers': entity 'Person' has no property 'boss'",
            .unknownName, "entities/Person/fetchedProperties/peers/prefetch/0"
        ) {
            var request = FetchRequestDescription(entityName: "Person")
            request.prefetchedKeyPaths = [["boss"]]
            $0.entities[0].fetchedProperties = [FetchedPropertyDescription(name: "peers", request: request)]
        },
    ]

    private static func index(
        _ message: String, _ code: ModelProblem.Code, _ elements: [String], _ place: String = "/elements/0",
        also: @escaping @Sendable (inout ModelDescription) -> Void = { _ in }
    ) -> Case {
        Case(message, code, "entities/Person/indexes/i" + place) {
            also(&$0)
            $0.entities[0].indexes = [.init(name: "i", elements: elements.map { .init(property: $0) })]
        }
    }
}
