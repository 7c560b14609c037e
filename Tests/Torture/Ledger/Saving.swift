import Polystore

/// How the saves of a ledger are made: as they should be, or broken on purpose, for negative controls.
enum Saving: String, CaseIterable {
    case whole
    /// Each store by a save of its own, one after another.
    case apart = "stores apart"
    /// A save counts as made before it returns, or though it throws.
    case unfounded = "unfounded"

    func save(_ container: PersistentContainer, _ number: Int64, in touched: [Int]) throws {
        for part in self == .apart ? touched.reversed().map({ [$0] }) : [touched] {
            let context = container.newConfinedContext()
            try SaveLedger.change(context, number, in: part)
            try context.save()
        }
    }
}
