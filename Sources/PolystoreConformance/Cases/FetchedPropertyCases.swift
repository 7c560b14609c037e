import PolystoreCore
import PolystoreStorage

/// Fetched properties: requests about the object that they belong to, whose answers stay until the object is refreshed.
enum FetchedPropertyCases {
    static func add(to list: inout CaseList) {
        list.add(.fetch, "a fetched property finds objects by the object that it belongs to, in its order") { bench in
            let context = bench.context(try container(bench))
            let teams = try context.find("Team", by: [SortKey(["number"])])
            try expect(try teams[0].fetchedObjects(forKey: "older").numbers(), is: [3, 2])
            try expect(try teams[1].fetchedObjects(forKey: "older").numbers(), is: [3])
            try expect(try teams[0].fetchedObjects(forKey: "own").numbers(), is: [1, 2])
            try expect(try teams[1].fetchedObjects(forKey: "own").numbers(), is: [3])
            try expect(try teams[0].fetchedObjects(forKey: "named").numbers(), is: [1])
            let error = try expectError(ValueError.self, "unknown") {
                _ = try teams[0].fetchedObjects(forKey: "odler")
            }
            try expect(error.code, is: .unknownProperty)
        }
        list.add(.fetch, "what a fetched property found stays until its object is refreshed") { bench in
            let container = try container(bench)
            let context = bench.context(container)
            let team = try require(try context.find("Team", by: [SortKey(["number"])]).first)
            try expect(try team.fetchedObjects(forKey: "own").numbers(), is: [1, 2])
            try context.add("Member", ["number": .integer(9), "team": .integer(1), "age": .integer(5)])
            try expect(try team.fetchedObjects(forKey: "own").numbers(), is: [1, 2], "kept")
            context.refresh(team, mergesChanges: true)
            try expect(try team.fetchedObjects(forKey: "own").numbers(), is: [1, 2, 9], "refreshed")
            context.refresh(team, mergesChanges: false)
            try team.setValue(.integer(2), forKey: "number")
            try expect(try team.fetchedObjects(forKey: "own").numbers(), is: [3], "by the unsaved value")
            context.rollback()
        }
    }

    private static func container(_ bench: ConformanceFixture) throws -> PersistentContainer {
        var team = EntityDescription(name: "Team")
        team.attributes = [.required("number", .integer64), .optional("limit", .integer64)]
        func property(_ name: String, _ predicate: String, _ sort: String) throws -> FetchedPropertyDescription {
            var request = FetchRequestDescription(entityName: "Member")
            request.predicate = try FetchPredicate(format: predicate)
            request.sortKeys = try SortKey.keys(format: sort)
            return FetchedPropertyDescription(name: name, request: request)
        }
        var named = try property("named", "role = $FETCHED_PROPERTY.userInfo.role", "number")
        named.userInfo = ["role": "lead"]
        team.fetchedProperties = [
            try property("older", "age > $FETCH_SOURCE.limit", "-age"),
            try property("own", "team = $FETCH_SOURCE.number AND $FETCH_SOURCE != nil", "number"), named,
        ]
        let member = EntityDescription.named(
            "Member",
            [
                .required("number", .integer64), .optional("team", .integer64), .optional("age", .integer64),
                .optional("role", .string),
            ])
        return try bench.shared("fetched properties", .of(team, member)) { context in
            for (number, limit) in [(1, 30), (2, 40)] {
                try context.add("Team", ["number": .integer(Int64(number)), "limit": .integer(Int64(limit))])
            }
            for (number, team, age) in [(1, 1, 20), (2, 1, 35), (3, 2, 50)] {
                let member = try context.add(
                    "Member",
                    [
                        "number": .integer(Int64(number)), "team": .integer(Int64(team)), "age": .integer(Int64(age)),
                    ])
                if number == 1 { try member.setValue(.string("lead"), forKey: "role") }
            }
        }
    }
}
