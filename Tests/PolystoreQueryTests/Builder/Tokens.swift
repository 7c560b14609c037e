import Foundation
import PolystoreModel
import PolystoreQuery

/// Classes that stand for entities, as far as tokens need them.
final class Company: IdentifiedObject {
    static let name = Attribute<String>("name"), size = Attribute<Int32>("size"), rating = Attribute<Double>("rating")
    static let staff = ToMany<Person>("staff", inverse: \.employer)
    static let owner = ToOne<Person>("owner")

    let objectID: ObjectID
    init(_ objectID: ObjectID) { self.objectID = objectID }
}

final class Person: IdentifiedObject {
    static let name = Attribute<String>("name"), nick = Attribute<String?>("nick")
    static let age = Attribute<Int16>("age"), level = Attribute<Int?>("level"), score = Attribute<Double>("score")
    static let birthday = Attribute<Date?>("birthday"), active = Attribute<Bool>("active")
    static let code = Attribute<UUID>("code"), home = Attribute<URL?>("home"), salary = Attribute<Decimal>("salary")
    static let employer = ToOne<Company>("employer")
    static let boss = ToOne<Person>("boss")
    static let owned = ToMany<Company>("owned", inverse: \.owner)
    static let friends = ToMany<Person>("friends")

    let objectID: ObjectID
    init(_ objectID: ObjectID) { self.objectID = objectID }
}
