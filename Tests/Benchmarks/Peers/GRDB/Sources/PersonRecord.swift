import Foundation
import GRDB
import SwiftWorkload

/// A person as a GRDB record, however its columns are coded.
protocol PersonRecord: FetchableRecord, MutablePersistableRecord, Sendable {
    /// The part of the product's name that says how columns are coded.
    static var style: String { get }

    var id: Int64 { get }
    var name: String { get }
    var age: Int { get set }

    init(_ values: PersonValues, id: Int64)
}

extension PersonRecord {
    static var databaseTableName: String { "person" }
    static var employer: BelongsToAssociation<Self, Company> {
        belongsTo(Company.self, key: "company", using: ForeignKey(["employer"]))
    }
    static var employees: HasManyAssociation<Company, Self> {
        Company.hasMany(Self.self, key: "employees", using: ForeignKey(["employer"]))
    }
}
