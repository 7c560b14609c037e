import Foundation
import Polystore

/// The files of stores with some saves in them, and what they hold: what trials begin with.
struct StoreOrigin {
    /// How the files were left.
    enum State {
        /// There are none yet.
        case empty
        case closed
        /// As by a kill: of several stores, behind the decision of the last save and before the stores have it.
        case killed
    }

    /// What is wrong with the stores on purpose, for negative controls.
    enum Lie {
        /// A value of one object.
        case value
        /// An object that is not there.
        case object
    }

    let tree: FolderTree
    let ledger: SaveLedger

    /// Makes stores in a folder.
    init(_ stores: TortureStores, _ state: State, in folder: URL, lie: Lie? = nil) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var ledger = SaveLedger(stores: stores.kinds.count)
        guard state != .empty else {
            (tree, self.ledger) = (try FolderTree(of: folder), ledger)
            return
        }
        let container = try stores.open(folder)
        let images = ImageKeeper()
        for number in 1...4 as ClosedRange<Int64> {
            let touched = number == 2 ? [0] : Array(stores.kinds.indices)
            if number == 4, state == .killed {
                // The stores lack the last save, which is decided.
                container.coordinator.observeJointCommits { if $0 == .decided { images.take(folder) } }
            }
            ledger = ledger.saving(number, in: touched)
            if lie == .object, number == 2 { continue }
            let context = container.newConfinedContext()
            try SaveLedger.change(context, number, in: touched, filling: lie == .value && number == 2 ? 77 : nil)
            try context.save()
        }
        container.coordinator.observeJointCommits(nil)
        // A store alone has no such moment: it is left as it lies there after a kill.
        let live = state == .killed ? try images.tree ?? FolderTree(of: folder) : nil
        try container.close()
        (tree, self.ledger) = (try live ?? FolderTree(of: folder), ledger)
    }
}
