import Foundation
import Polystore

/// A short program over stores, in which calls of the system fail.
struct FailureProgram {
    /// What is done while calls fail.
    enum Part: String, CaseIterable {
        case create, open, recovery, save
    }

    let stores: TortureStores
    let part: Part
    let origin: StoreOrigin
    let folder: URL
    var saving = Saving.whole

    private var all: [Int] { Array(stores.kinds.indices) }

    /// Runs the program with calls that fail, and looks at what is left of it.
    ///
    /// - Returns: How many calls of the kind there were.
    /// - Throws: `Violation`.
    func run(_ failing: FailingCalls, checks: Bool) throws -> Int {
        try origin.tree.write(to: folder)
        var (attempts, errors, container) = ([SaveAttempt](), [any Error](), PersistentContainer?.none)
        if part == .save { container = try stores.open(folder) }
        failing.arm(folder)
        if container == nil {
            do { container = try stores.open(folder) } catch { errors.append(error) }
        }
        for number in 11..<14 as Range<Int64> {
            guard let container else { break }
            attempts.append(save(container, number, number == 12 ? [0] : all, &errors))
        }
        let (calls, failures) = FailingCalls.disarm()
        var violation: Violation?
        if let open = container {
            attempts.append(save(open, 14, all, &errors))
            violation = self.violation(of: attempts, failing, errors)
            do { try open.close() } catch { errors.append(error) }
            container = nil
        }
        if let violation { throw violation }
        for error in errors { try require(error, failing, failures) }
        try examine(attempts, checks: checks)
        return calls
    }

    /// What is wrong with what was told of saves, the last of which was tried when the disk was well again: that one is made,
    /// unless a store has said that it must be opened anew, and is not made behind one of unknown outcome.
    private func violation(
        of attempts: [SaveAttempt], _ failing: FailingCalls, _ errors: [any Error]
    ) -> Violation? {
        let isMade = attempts.last?.outcome == .made
        if failing.isFullDisk, errors.contains(where: { $0.isStoreBehind && !$0.isOfLogIndex }) {
            return Violation("a full disk was met behind the decision: \(errors)")
        }
        if isMade, attempts.contains(where: { $0.outcome == .unknown }) {
            return Violation("a save was made by stores of which nobody knows what they hold: \(errors)")
        }
        if !isMade,
            failing.isFullDisk && !errors.contains(where: \.isOfLogIndex)
                || !attempts.contains(where: \.leavesStateUnknown)
        {
            return Violation("a disk that is well again refuses a save: \(errors)")
        }
        return nil
    }

    private func save(
        _ container: PersistentContainer, _ number: Int64, _ touched: [Int], _ errors: inout [any Error]
    ) -> SaveAttempt {
        var isSaved = false
        do {
            for part in saving == .apart ? touched.reversed().map({ [$0] }) : [touched] {
                let context = container.newConfinedContext()
                try SaveLedger.change(context, number, in: part)
                isSaved = true
                try context.save()
            }
        } catch {
            errors.append(error)
            if saving != .unfounded { return SaveAttempt(number, touched, error, isSaved: isSaved) }
        }
        return SaveAttempt(number, touched)
    }

    /// The error is typed, and speaks of the system, not of files that are in order.
    private func require(_ error: any Error, _ failing: FailingCalls, _ failures: Int) throws {
        if error is Violation { throw error }
        guard failures > 0 else { throw Violation("an error although nothing failed: \(error)") }
        guard let last = error.storeErrors.last else { throw Violation("no typed error of a store: \(error)") }
        let wrong: Set<StoreError.Code> = [.damaged, .foreign, .outOfStep, .rowMissing, .conflict, .incompatibleModel]
        if wrong.contains(last.code), !(last.code == .damaged && failing.looksLikeDamage) {
            throw Violation("the wrong error: \(error)")
        }
        if failing.isFullDisk, ![.full, .failed, .behind].contains(last.code), !error.isOfLogIndex {
            throw Violation("an error that does not say that the disk is full: \(error)")
        }
    }

    /// The stores open, and hold what was there before, every save that was made, and others wholly or not at all.
    private func examine(_ attempts: [SaveAttempt], checks: Bool) throws {
        let container = try stores.open(folder)
        do {
            let found = try SaveLedger(container, stores)
            var expected = origin.ledger
            for attempt in attempts {
                let isThere = attempt.touched.contains { found.numbers[$0].contains(attempt.number) }
                if attempt.outcome == .made || attempt.outcome == .unknown && isThere {
                    expected = expected.saving(attempt.number, in: attempt.touched)
                }
            }
            guard found == expected else {
                throw Violation("found \(found), and not \(expected): \(attempts.map { "\($0.number) \($0.outcome)" })")
            }
            if checks { try stores.check(container) }
            try Saving.whole.save(container, 20, in: all)
        } catch {
            // What was found is told, whatever closing says.
            try? container.close()
            throw error
        }
        try container.close()
    }
}
