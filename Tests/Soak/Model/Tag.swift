import Foundation
import Polystore

/// A word for many items, with a picture that is kept out of its row.
final class Tag: ManagedObject, Numbered {
    static let number = Attribute<Int>("number", .indexed)
    static let name = Attribute<String>("name", .unique)
    static let band = Attribute<String>("band", .indexed, .default("low"))
    static let weight = Attribute<Int>("weight", .default(0))
    static let text = Attribute<String>("text", .default(""))
    static let picture = Attribute<Data?>("picture")
    static let items = ToMany<WorkItem>("items", inverse: \.tags)
    static let entity = EntityDescription(Tag.self, number, name, band, weight, text, picture, items)

    static let bands = ["high", "low", "middle", "none"]
}
