import Foundation

/// A person as a program without any store would write it.
final class Person {
    let id: Int64
    var name: String, email: String
    var age: Int
    var score: Double, created: Date, active: Bool, avatarHash: UUID
    unowned let employer: Company

    init(
        id: Int64, name: String, email: String, age: Int, score: Double, created: Date, active: Bool, avatarHash: UUID,
        employer: Company
    ) {
        self.id = id
        self.name = name
        self.email = email
        self.age = age
        self.score = score
        self.created = created
        self.active = active
        self.avatarHash = avatarHash
        self.employer = employer
    }
}
