import Foundation
import GRDB
import SwiftWorkload

/// A person whose columns are read by position and written by hand: GRDB's fastest records.
struct HandWrittenPerson: PersonRecord {
    static let style = "hand"

    var id: Int64
    var name: String, email: String
    var age: Int
    var score: Double, created: Date, active: Bool, avatarHash: UUID
    var employer: Int64

    init(_ values: PersonValues, id: Int64) {
        self.id = id
        (name, email, age, score) = (values.name, values.email, values.age, values.score)
        (created, active, avatarHash) = (values.created, values.active, values.avatarHash)
        employer = Int64(values.employer)
    }

    init(row: Row) {
        id = row[0]
        name = row[1]
        email = row[2]
        age = row[3]
        score = row[4]
        created = Date(timeIntervalSince1970: row[5])
        active = row[6]
        avatarHash = row[7]
        employer = row[8]
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["name"] = name
        container["email"] = email
        container["age"] = age
        container["score"] = score
        container["created"] = created.timeIntervalSince1970
        container["active"] = active
        container["avatarHash"] = avatarHash
        container["employer"] = employer
    }
}
