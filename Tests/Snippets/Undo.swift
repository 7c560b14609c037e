import Polystore

final class List: ManagedObject, Entity {
    static let items = ToMany<Item>("items", inverse: \.list, .ordered)
    static let entity = EntityDescription(List.self, items)
}

final class Item: ManagedObject, Entity {
    static let title = Attribute<String>("title"), isDone = Attribute<Bool>("isDone", .default(false))
    static let list = ToOne<List>("list")
    static let entity = EntityDescription(Item.self, title, isDone, list)
}

let container = try PersistentContainer.inMemory(model: [List.self, Item.self])
let context = container.newConfinedContext()
let undoManager = ContextUndoManager()
let list = try context.insert(List.self)
let item = try context.insert(Item.self) { $0.title = "Milk" }
