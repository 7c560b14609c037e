import Polystore

/// The classes of the sample; which store each of them lives in is said by the store file alone.
enum OutlineModel {
    static let classes: [any Entity.Type] = [Item.self, Tag.self, Selection.self]
}
