import SwiftWorkload

/// Persons and companies in arrays, a dictionary by number, and an index by age of one bucket for each age.
final class Graph {
    private(set) var companies: [Company] = []
    private(set) var persons: [Int64: Person] = [:]
    private var byAge: [[Person]] = Array(repeating: [], count: 20_000)

    func add(_ values: CompanyValues) { companies.append(Company(name: values.name, founded: values.founded)) }

    func add(_ values: PersonValues, id: Int64) {
        let employer = companies[values.employer - 1]
        let person = Person(
            id: id, name: values.name, email: values.email, age: values.age, score: values.score,
            created: values.created, active: values.active, avatarHash: values.avatarHash, employer: employer)
        persons[id] = person
        byAge[person.age].append(person)
        employer.employees.append(person)
    }

    /// Changes an age and moves the person to its new bucket.
    func setAge(_ age: Int, of person: Person) {
        removeFromBucket(person)
        person.age = age
        byAge[age].append(person)
    }

    func remove(_ person: Person) {
        removeFromBucket(person)
        persons[person.id] = nil
        if let place = person.employer.employees.firstIndex(where: { $0 === person }) {
            person.employer.employees.swapAt(place, person.employer.employees.count - 1)
            person.employer.employees.removeLast()
        }
    }

    private func removeFromBucket(_ person: Person) {
        let age = person.age
        guard let place = byAge[age].firstIndex(where: { $0 === person }) else { return }
        byAge[age].swapAt(place, byAge[age].count - 1)
        byAge[age].removeLast()
    }

    /// The persons of some ages, youngest first.
    func persons(aged ages: Range<Int>) -> [Person] {
        var result: [Person] = []
        for age in ages { result.append(contentsOf: byAge[age]) }
        return result
    }

    func count(aged ages: Range<Int>) -> Int { ages.reduce(0) { $0 + byAge[$1].count } }
}
