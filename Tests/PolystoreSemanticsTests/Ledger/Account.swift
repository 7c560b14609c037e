import Polystore

/// An account of the first store: money moves from account to account, so that the sum stays.
class Account: ManagedObject, Entity {
    static let amount = Attribute<Int>("amount", .default(0))
    static let turn = Attribute<Int>("turn", .default(0))

    class var entity: EntityDescription { EntityDescription(Account.self, amount, turn) }
}

/// An account of the second store.
final class SavingsAccount: Account {
    override class var entity: EntityDescription { EntityDescription(SavingsAccount.self, parent: Account.self) }
}

/// An account of the last store.
final class ReserveAccount: Account {
    override class var entity: EntityDescription { EntityDescription(ReserveAccount.self, parent: Account.self) }
}
