import Foundation
import GRDB
import SwiftWorkload

/// A person whose columns follow from `Codable`.
struct CodablePerson: PersonRecord, Codable {
    static let style = "codable"

    var id: Int64
    var name: String, email: String
    var age: Int
    var score: Double, created: Date, active: Bool, avatarHash: UUID
    var employer: Int64

    static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy {
        .timeIntervalSince1970
    }
    static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy {
        .timeIntervalSince1970
    }

    init(_ values: PersonValues, id: Int64) {
        self.id = id
        (name, email, age, score) = (values.name, values.email, values.age, values.score)
        (created, active, avatarHash) = (values.created, values.active, values.avatarHash)
        employer = Int64(values.employer)
    }
}
