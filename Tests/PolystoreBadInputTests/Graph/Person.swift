import Foundation
import Polystore

final class Person: Being {
    static let age = Attribute<Int16>("age", .default(Int16(0)))
    static let score = Attribute<Double?>("score")
    static let wage = Attribute<Decimal?>("wage")
    static let employer = ToOne<Company>("employer")
    static let orders = ToMany<Order>("orders", inverse: \.buyer)

    override class var entity: EntityDescription {
        EntityDescription(Person.self, parent: Being.self, age, score, wage, employer, orders)
    }
}
