import Foundation
import PolystoreModel
import PolystoreQuery

// Expressions whose time to type-check is measured by `make type-check`: each must take less than 100 ms.

final class Company: IdentifiedObject {
    static let name = Attribute<String>("name"), size = Attribute<Int32>("size"), rating = Attribute<Double>("rating")
    static let staff = ToMany<Person>("staff", inverse: \.employer)

    let objectID: ObjectID
    init(_ objectID: ObjectID) { self.objectID = objectID }
}

final class Person: IdentifiedObject {
    static let name = Attribute<String>("name"), nick = Attribute<String?>("nick")
    static let age = Attribute<Int>("age"), level = Attribute<Int?>("level"), score = Attribute<Double>("score")
    static let active = Attribute<Bool>("active"), salary = Attribute<Decimal>("salary")
    static let employer = ToOne<Company>("employer"), boss = ToOne<Person>("boss")

    let objectID: ObjectID
    init(_ objectID: ObjectID) { self.objectID = objectID }
}

func plain() -> FetchPredicate {
    Person.age > 1 && Person.age < 90 && Person.name != "Bob" && Person.nick == nil
        && Person.employer.name.contains("Ac") && Person.employer.size >= 10 && Person.score <= 9.5
        && (Person.active == true || Person.level > 3) && Person.boss != nil
}

func computed() -> FetchPredicate {
    Person.age + 1 > 1 && Person.age * 2 < 90 && Person.name.length() != 3 && Person.nick == nil
        && Person.employer.name.uppercased().contains("AC") && Person.employer.size - 1 >= 10
        && Person.score / 2 <= 9.5 && (Person.active == true || Person.level > 3)
        && Person.salary * 12 > 50_000 && Person.boss != nil
}

func collected() -> FetchPredicate {
    sum(Company.staff.age) > 100 && average(Company.staff.score) <= 2 && count(Company.staff) > 3
        && any(Company.staff.age) > 60 && all(Company.staff.name).hasPrefix("A") && none(Company.staff.age) == 3
        && count(subquery(Company.staff) { $0.age > 40 }) > 2 && Company.rating.isIn(Company.staff.score)
        && size(of: distinct(Company.staff.age)) == 3 && Company.name.isIn(["a", "b"])
}

func columns<each Column: ColumnOperand>(
    _ columns: repeat each Column, having: FetchPredicate
) -> FetchPredicate { having }

func aggregated() -> FetchPredicate {
    columns(
        Person.name, Person.employer.name.uppercased(), objectCount(), count(Person.level), sum(Person.age * 2),
        average(Person.salary), minimum(Person.level), maximum(Person.score), sum(Company.staff.age), Person.boss,
        having: objectCount() > 3 && sum(Person.salary) > 100 && maximum(Person.age) - minimum(Person.age) > 10)
}
