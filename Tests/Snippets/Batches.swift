import Foundation
import Polystore

final class Account: ManagedObject, Entity {
    static let number = Attribute<Int>("number", .unique), balance = Attribute<Int>("balance", .default(0))
    static let isOpen = Attribute<Bool>("isOpen", .default(true))
    static let messages = ToMany<Message>("messages", inverse: \.account)
    static let entity = EntityDescription(Account.self, number, balance, isOpen, messages)
}

final class Message: ManagedObject, Entity {
    static let sent = Attribute<Date>("sent"), priority = Attribute<Int>("priority", .default(0))
    static let account = ToOne<Account>("account")
    static let entity = EntityDescription(Message.self, sent, priority, account)
}

let container = try PersistentContainer.inMemory(model: [Account.self, Message.self])
let context = container.newConfinedContext()
let lines = [(number: 1, balance: 10), (number: 2, balance: 20)]
let lastYear = Date(timeIntervalSinceNow: -365 * 86_400)
