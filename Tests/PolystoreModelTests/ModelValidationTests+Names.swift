import PolystoreModel

extension ModelValidationTests {
    static let cases: [Case] = nameCases + valueCases + relationshipCases + partCases

    private static let nameCases: [Case] = [
        Case("the model has no name", .invalidName, "model") { $0.name = "" },
        Case("the model has no entity that objects can be of", .empty, "entities") { $0.entities = [] },
        Case("the model has no entity that objects can be of", .empty, "entities") {
            for index in $0.entities.indices { $0.entities[index].isAbstract = true }
        },
        Case("the name of entity '' is empty", .invalidName, "entities/") {
            $0.entities.append(EntityDescription(name: ""))
        },
        Case("the name of entity '2nd' does not start with a letter or an underscore", .invalidName, "entities/2nd") {
            $0.entities.append(EntityDescription(name: "2nd"))
        },
        Case(
            "the name of entity 'a b' has other characters than letters, digits and underscores", .invalidName,
            "entities/a b"
        ) { $0.entities.append(EntityDescription(name: "a b")) },
        Case(
            "the name of entity 'Cafe\u{301}' is not in composed form (Unicode NFC)", .invalidName,
            "entities/Cafe\u{301}"
        ) { $0.entities.append(EntityDescription(name: "Cafe\u{301}")) },
        Case("two entities are named 'Company'", .duplicateName, "entities/Company") {
            $0.entities.append(EntityDescription(name: "Company"))
        },
        Case("the entities 'Company' and 'COMPANY' differ in case only", .duplicateName, "entities/COMPANY") {
            $0.entities.append(EntityDescription(name: "COMPANY"))
        },
        Case(
            "the name of property 'Person.first name' has other characters than letters, digits and underscores",
            .invalidName, "entities/Person/attributes/first name"
        ) { $0.entities[0].attributes[0].name = "first name" },
        Case(
            "the name of property 'Person.\(String(repeating: "x", count: 256))' has more than 255 bytes", .invalidName,
            "entities/Person/attributes/\(String(repeating: "x", count: 256))"
        ) { $0.entities[0].attributes[0].name = String(repeating: "x", count: 256) },
        Case(
            "property 'Person.description' is named like a member of ManagedObject; choose another name", .reservedName,
            "entities/Person/attributes/description"
        ) { $0.entities[0].attributes[0].name = "description" },
        Case("entity 'Person' has two properties named 'age'", .duplicateName, "entities/Person/attributes/age") {
            $0.entities[0].attributes.append(attribute("age", .string))
        },
        Case(
            "entity 'Person' has two properties named 'employer'", .duplicateName,
            "entities/Person/relationships/employer"
        ) { $0.entities[0].attributes.append(attribute("employer", .string)) },
        Case("property 'Clerk.age' is inherited from 'Person' already", .duplicateName, "entities/Clerk/attributes/age")
        {
            $0.entities[2].attributes.append(attribute("age", .integer16))
        },
        Case(
            "property 'Person.AGE' would share the column ZAGE with 'Person.age'", .columnCollision,
            "entities/Person/attributes/AGE"
        ) { $0.entities[0].attributes.append(attribute("AGE", .integer16)) },
        Case(
            "property 'Clerk.Name' would share the column ZNAME with 'Person.name'", .columnCollision,
            "entities/Clerk/attributes/Name"
        ) { $0.entities[2].attributes.append(attribute("Name", .string)) },
        Case(
            "property 'Person._pk' would share the column Z_PK with 'the store'", .columnCollision,
            "entities/Person/attributes/_pk"
        ) { $0.entities[0].attributes.append(attribute("_pk", .string)) },
        Case(
            "property 'Clerk.x_Desk' would share the column ZX_DESK with 'Clerk.desk'", .columnCollision,
            "entities/Clerk/attributes/x_Desk"
        ) { $0.entities[2].attributes.append(attribute("x_Desk", .string)) },
        Case(
            "the parent 'Persona' of entity 'Clerk' is not in the model (did you mean 'Person'?)", .unknownName,
            "entities/Clerk/parent"
        ) { $0.entities[2].superentityName = "Persona" },
        Case("entity 'Company' inherits from itself: Company → Company", .inheritanceCycle, "entities/Company/parent") {
            $0.entities[1].superentityName = "Company"
        },
    ]
}
