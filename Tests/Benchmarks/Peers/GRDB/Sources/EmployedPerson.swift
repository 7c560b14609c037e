import GRDB

/// A person with the employer that a join brought.
struct EmployedPerson<Person: PersonRecord>: FetchableRecord {
    let person: Person
    let company: Company

    init(row: Row) throws {
        person = try Person(row: row)
        company = row["company"]
    }
}
