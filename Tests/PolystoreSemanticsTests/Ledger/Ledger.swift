import Foundation
import Polystore
import PolystoreLMDB
import PolystoreSQLite

/// Accounts in several stores of a folder, whose sum is the same at every moment, and whose turns come one store after another.
struct Ledger {
    static let classes: [any Entity.Type] = [Account.self, SavingsAccount.self, ReserveAccount.self]
    static let types: [StoreType] = [.sqlite, .lmdb]
    /// The accounts of each entity, and the amount of each at first.
    static let (accounts, amount) = (6, 100)

    /// The stores' types, in their order.
    enum Layout: String, CaseIterable {
        case sqliteLMDB, lmdbSQLite, twoSQLites, twoLMDBs, three

        var types: [StoreType] {
            switch self {
            case .sqliteLMDB: [.sqlite, .lmdb]
            case .lmdbSQLite: [.lmdb, .sqlite]
            case .twoSQLites: [.sqlite, .sqlite]
            case .twoLMDBs: [.lmdb, .lmdb]
            case .three: [.sqlite, .lmdb, .sqlite]
            }
        }
    }

    let folder: URL
    let layout: Layout

    /// The descriptions of the stores in the folder.
    func stores(
        _ access: StoreOpening.Access = .readWrite, _ change: (inout PersistentStoreDescription) -> Void = { _ in }
    ) -> [PersistentStoreDescription] {
        let names = ["Account", "SavingsAccount", "ReserveAccount"]
        let count = layout.types.count
        return layout.types.enumerated().map { index, type in
            let url = folder.appending(path: "store\(index).\(type.name)")
            var store = PersistentStoreDescription(name: "store\(index)", type: type, url: url)
            store.entities = index == count - 1 ? Array(names[index...]) : [names[index]]
            store.access = access
            store.durability = .losesLastSavesOnPowerCut
            change(&store)
            return store
        }
    }

    func open(
        _ access: StoreOpening.Access = .readWrite, _ change: (inout PersistentStoreDescription) -> Void = { _ in }
    ) throws -> PersistentContainer {
        try PersistentContainer(model: Self.classes, stores: stores(access, change), storeTypes: Self.types)
    }

    /// Makes the stores with their accounts.
    func make() throws {
        let container = try open()
        let context = container.newConfinedContext()
        for type in [Account.self, SavingsAccount.self, ReserveAccount.self] {
            for _ in 0..<Self.accounts { try context.insert(type) { $0.amount = Self.amount } }
        }
        try context.save()
        try container.close()
    }

    /// What is wrong with the accounts of one view of the stores; nil where nothing is.
    func fault(of accounts: [Account], in container: PersistentContainer) throws -> String? {
        var turns: [Int] = []
        for store in container.coordinator.stores {
            turns.append(accounts.filter { container.store(of: $0) === store }.map(\.turn).max() ?? -1)
        }
        let sum = accounts.map(\.amount).reduce(0, +)
        let count = Self.classes.count * Self.accounts
        if accounts.count != count { return "\(accounts.count) accounts" }
        if sum != count * Self.amount { return "a sum of \(sum)" }
        guard turns == turns.sorted(by: >), let first = turns.first, let last = turns.last, first - last <= 1 else {
            return "turns of \(turns)"
        }
        return nil
    }

    /// What is wrong with what a fetch over all stores finds.
    func fault(in container: PersistentContainer) throws -> String? {
        let context = container.newConfinedContext()
        return try withExtendedLifetime(context) {
            try fault(of: try context.fetch(FetchRequest(Account.self)), in: container)
        }
    }
}
