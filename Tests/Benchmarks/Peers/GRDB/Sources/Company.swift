import GRDB

/// A company as a GRDB record.
struct Company: FetchableRecord, PersistableRecord, Sendable {
    static let databaseTableName = "company"

    let id: Int64
    let name: String
    let founded: Int

    init(id: Int64, name: String, founded: Int) { (self.id, self.name, self.founded) = (id, name, founded) }

    init(row: Row) {
        id = row[0]
        name = row[1]
        founded = row[2]
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["name"] = name
        container["founded"] = founded
    }
}
