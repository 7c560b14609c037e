import Foundation
import PolystoreModel
import PolystoreQuery
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

@Suite("Tables and indexes")
struct SchemaTests {
    @Test("the tables of a rich model are these")
    func goldenSchema() throws {
        let store = try TestStore()
        let rows = try store.run("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")
        let found = rows.map { $0[0] }.joined(separator: "\n")
        #expect(found == GoldenSchema.text, "\(found)")
        #expect(
            try store.run("SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT") == [
                ["1", "asset", "0", "0"], ["2", "Company", "0", "0"], ["3", "Person", "0", "0"],
                ["4", "Clerk", "3", "0"], ["5", "Manager", "3", "0"], ["6", "Tag", "0", "0"],
            ])
    }

    @Test("the metadata is a property list with Core Data's keys")
    func propertyList() throws {
        let store = try TestStore()
        let connection = try #require(store.store.writer)
        let (identifier, list) = try MetadataTables(connection: connection).propertyList()
        #expect(identifier == store.store.identifier)
        #expect(list["NSStoreType"] as? String == "SQLite")
        #expect(list["NSStoreUUID"] as? String == identifier.uuidString)
        #expect(list["NSStoreModelVersionHashesVersion"] as? Int == 3)
        let hashes = try #require(list["NSStoreModelVersionHashes"] as? [String: Data])
        #expect(hashes["Person"].map(Array.init) == (try store.entity("Person").versionHash))
    }

    @Test("the number of a reference's target entity stands beside its key")
    func targetEntities() throws {
        let store = try TestStore()
        let manager = try store.row("Manager", 2)
        let inserted = try store.row("Person", 1, ["boss": .object(store.id("Person", 2))])
        try store.insert([manager, inserted])
        try store.insert([store.row("Clerk", 3, ["boss": .object(store.id("Person", 2))]), store.row("Clerk", 4)])
        #expect(
            try store.run("SELECT Z_PK, ZBOSS, Z3_BOSS FROM ZPERSON ORDER BY Z_PK") == [
                ["1", "2", "5"], ["2", "NULL", "NULL"], ["3", "2", "5"], ["4", "NULL", "NULL"],
            ])
    }

    /// How the engine would run a query.
    private func explain(_ store: TestStore, _ query: StoreQuery) throws -> [String] {
        let plan = store.store.plan(query)
        let payload = try #require(plan.payload as? SQLQuery)
        let connection = try #require(store.store.writer)
        let statement = try connection.prepare("EXPLAIN QUERY PLAN " + payload.rows.sql)
        var lines: [String] = []
        while try statement.step() { lines.append(statement.text(3)) }
        return lines
    }

    private func comparison(
        _ store: TestStore, _ names: [String], _ comparator: FetchComparison.Operator, _ right: ResolvedOperand,
        _ quantifier: FetchComparison.Quantifier = .none
    ) throws -> ResolvedPredicate {
        .comparison(
            ResolvedComparison(.path(try store.path("Person", names)), comparator, right, quantifier: quantifier))
    }

    @Test("filters and orders use the indexes of the model")
    func indexesAreUsed() throws {
        let store = try TestStore()
        func plan(_ predicate: ResolvedPredicate?, sortedBy names: [String] = []) throws -> [String] {
            var query = try store.query("Person", predicate)
            query.isOrdered = !names.isEmpty
            query.sortKeys = try names.map { ResolvedSortKey(try store.path("Person", [$0])) }
            return try explain(store, query)
        }
        #expect(
            try plan(comparison(store, ["age"], .greater, .constant(.double(30.5)))) == [
                "SEARCH t0 USING INDEX Z_Person_byAge (ZAGE>?)"
            ])
        #expect(
            try plan(comparison(store, ["name"], .beginsWith, .constant(.string("Ad")))) == [
                "SEARCH t0 USING INDEX Z_Person_byName (ZNAME>? AND ZNAME<?)"
            ])
        #expect(
            try plan(comparison(store, ["employer"], .equal, .constant(.object(store.id("Company", 1))))) == [
                "SEARCH t0 USING INDEX ZPERSON_ZEMPLOYER_INDEX (ZEMPLOYER=?)"
            ])
        #expect(
            try plan(comparison(store, ["employer", "name"], .equal, .constant(.string("Acme")))) == [
                "SEARCH t0 USING INDEX ZPERSON_ZEMPLOYER_INDEX (ZEMPLOYER=?)", "LIST SUBQUERY 1",
                "SEARCH t1 USING COVERING INDEX Z_Company_UNIQUE_name (ZNAME=?)",
            ])
        #expect(
            try plan(comparison(store, ["salary"], .equal, .constant(.integer(5)))) == [
                "MULTI-INDEX OR", "INDEX 1", "SEARCH t0 USING INDEX Z_Person_bySalary (ZX_SALARY=?)", "INDEX 2",
                "SEARCH t0 USING INDEX ZX_ZPERSON_EDITED (ZX_SEAL=?)",
            ])
        #expect(
            try plan(comparison(store, ["reports", "age"], .equal, .constant(.integer(5)), .any)) == [
                "SCAN t0", "CORRELATED SCALAR SUBQUERY 1",
                "SEARCH t1 USING INDEX ZPERSON_ZBOSS_INDEX (ZBOSS=?)",
            ])
        #expect(try plan(nil, sortedBy: ["name"]) == ["SCAN t0 USING INDEX Z_Person_byName"])
        let many = Set(try (1...200).map { try store.id("Person", $0) })
        #expect(
            try plan(.comparison(ResolvedComparison(.path(.evaluatedObject), .isIn, .objects(many)))).first
                == "SEARCH t0 USING INTEGER PRIMARY KEY (rowid=?)")
    }
}
