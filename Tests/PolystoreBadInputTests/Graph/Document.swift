import Foundation
import Polystore

final class Document: ManagedObject, Entity {
    static let title = Attribute<String>("title")
    /// Kept in a file of its own.
    static let film = Attribute<Data?>("film", .externalStorage)
    /// Kept in the database, out of the row.
    static let scan = Attribute<Data?>("scan")
    static let entity = EntityDescription(Document.self, title, film, scan)
}
