import GRDB

/// A company with the employees that a prefetch brought.
struct StaffedCompany<Person: PersonRecord>: FetchableRecord {
    let company: Company
    let employees: [Person]

    init(row: Row) throws {
        company = Company(row: row)
        employees = row["employees"]
    }
}
