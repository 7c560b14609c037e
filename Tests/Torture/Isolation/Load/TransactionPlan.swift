import Polystore
import PolystoreRandom

/// What one transaction is going to do.
struct TransactionPlan: Sendable {
    enum Step {
        /// Fetches all cells.
        case fetchAll
        /// Fetches one cell.
        case fetch(Int)
        /// Fetches the marks of a cell.
        case fetchMarks(Int)
        /// Reads the cells that are there already, without fetching.
        case look
        /// Has a cell read its row anew.
        case refresh(Int)
        /// Adds to a value of a cell.
        case append(Int, CellProperty)
        /// Inserts a mark of a cell, in a store.
        case mark(Int, region: Int)
    }

    let level: HistoryTransaction.Level
    let policy: MergePolicy
    let steps: [Step]
    /// Whether the changes are given up instead of saved.
    let isGivenUp: Bool
    /// Whether a context that is used again lets go of its objects, or turns them into faults.
    let resets: Bool

    /// Reads everything.
    init(readingAll stores: IsolationStores) {
        (level, policy, isGivenUp, resets) = (.snapshot, .error, false, true)
        steps = [.fetchAll] + (0..<stores.cellCount).map { .fetchMarks($0) }
    }

    /// Makes a random plan; a child context checks nothing that it does not change.
    init(_ stores: IsolationStores, usesChild: Bool, _ random: inout RandomSource) {
        let overwrites = !usesChild && random.chance(6)
        if overwrites {
            policy = random.pick([.overwrite, .mergeByPropertyObjectTrump])
        } else {
            policy = usesChild || !random.chance(4) ? .error : random.pick([.rollback, .mergeByPropertyStoreTrump])
        }
        let levels: [HistoryTransaction.Level] =
            usesChild || policy != .error
            ? [.fetches, .snapshot] : [.fetches, .fetches, .snapshot, .snapshot, .serializable]
        level = random.pick(levels)
        isGivenUp = random.chance(12)
        resets = random.chance(2)
        let cells = stores.cellCount
        var steps: [Step] = []
        for _ in 0...random.below(3) {
            switch random.below(5) {
            case 0, 1: steps.append(.fetchAll)
            case 2, 3: steps.append(.fetch(random.below(cells)))
            default: steps.append(.fetchMarks(random.below(cells)))
            }
            if random.chance(4) { steps.append(.look) }
        }
        // A refreshed child reads what its parent has.
        if !usesChild, random.chance(4) { steps.append(.refresh(random.below(cells))) }
        let writes = random.pick([0, 1, 1, 2, 2, 3])
        for _ in 0..<writes {
            // Registers are written as a whole.
            let lists = 0..<(cells - 2)
            if random.chance(4) {
                steps.append(.mark(random.below(cells), region: random.below(stores.count)))
            } else if overwrites || (!usesChild && policy == .error && random.chance(8)) {
                let cell = cells - 1 - random.below(2)
                steps += CellProperty.allCases.map { .append(cell, $0) }
            } else {
                steps.append(.append(lists.lowerBound + random.below(lists.count), random.pick(CellProperty.allCases)))
            }
            if random.chance(4) { steps.append(.look) }
            if random.chance(6) { steps.append(.fetchMarks(random.below(cells))) }
        }
        self.steps = steps
    }
}
