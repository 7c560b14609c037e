import Foundation
import Polystore

/// Performs one transaction on a context, a step at a time, and records it.
final class TransactionRun {
    private let plan: TransactionPlan
    private let place: HistoryPlace
    private let context: ManagedObjectContext
    private let parent: ContextHandle?
    private(set) var record: HistoryTransaction
    /// The cells that were read, by number; held, so that they stay as they are.
    private var cells: [Int: ManagedObject] = [:]
    private var next = 0
    /// The moment before the generation was taken; nil for a transaction without one.
    private var generationStart: Int?

    /// Prepares a context for a transaction: what it had is refreshed or let go, and it takes a generation if it is to.
    ///
    /// A child reads through its parent, which takes the generation instead.
    init(
        _ plan: TransactionPlan, _ place: HistoryPlace, session: String, number: Int, _ context: ManagedObjectContext,
        parent: ContextHandle? = nil
    ) throws {
        (self.plan, self.place, self.context, self.parent) = (plan, place, context, parent)
        record = HistoryTransaction(session: session, number: number, level: plan.level)
        record.overwrites = plan.policy == .overwrite || plan.policy == .mergeByPropertyObjectTrump
        generationStart = plan.level == .fetches ? nil : place.clock.tick()
        if let parent {
            try parent.performAndWait { try Self.prepare($0, plan, isReader: true) }
        }
        try Self.prepare(context, plan, isReader: parent == nil)
    }

    private static func prepare(_ context: ManagedObjectContext, _ plan: TransactionPlan, isReader: Bool) throws {
        context.mergePolicy = plan.policy
        context.rollback()
        if isReader { try context.setQueryGeneration(plan.level == .fetches ? nil : .current) }
        if plan.resets { context.reset() } else { context.refreshAllObjects() }
    }

    /// Performs one step.
    ///
    /// - Returns: Whether there is another.
    func step() throws -> Bool {
        guard next < plan.steps.count else {
            try save()
            return false
        }
        let step = plan.steps[next]
        next += 1
        switch step {
        case .fetchAll: try fetchCells("history", place.history)
        case .fetch(let cell): try fetchCells("number", place.number(cell))
        case .fetchMarks(let cell): try fetchMarks(cell)
        case .look: look(try values(of: cells.keys.sorted()))
        case .refresh(let cell): try refresh(cell)
        case .append(let cell, let property):
            if cells[cell] == nil { try fetchCells("number", place.number(cell)) }
            try append(cell, property)
        case .mark(let cell, let region):
            let number = place.clock.tick()
            _ = try context.insert(entity: "Mark") { mark in
                try mark.setValue(.integer(Int64(region)), forKey: "region")
                try mark.setValue(.integer(place.number(cell)), forKey: "cell")
                try mark.setValue(.integer(Int64(number)), forKey: "number")
            }
            record.events.append(.append(.init(key: HistoryPlace.marks(cell), number: number)))
        }
        return true
    }

    private typealias Values = [(key: HistoryKey, numbers: [Int])]

    private func request(_ entity: String, _ attribute: String, _ number: Int64) -> FetchRequest<ManagedObject> {
        var description = FetchRequestDescription(entityName: entity)
        description.predicate = .comparison(
            FetchComparison(.keyPath([attribute]), .equal, .constant(.integer(number))))
        return FetchRequest(description)
    }

    private func fetchCells(_ attribute: String, _ number: Int64) throws {
        let start = place.clock.tick()
        let found = try context.fetch(request("Cell", attribute, number))
        var (fresh, known) = ([Int](), [Int]())
        for cell in found {
            let number = place.cell(try Self.integer(cell, "number"))
            if cells[number] == nil { fresh.append(number) } else { known.append(number) }
            cells[number] = cell
        }
        let wanted = attribute == "history" ? place.stores.cellCount : 1
        guard found.count == wanted else { throw Violation("\(found.count) cells of \(wanted)") }
        cut(try values(of: fresh), from: start)
        // An object that the context has is returned as it is.
        look(try values(of: known))
    }

    private func fetchMarks(_ cell: Int) throws {
        let start = place.clock.tick()
        let marks = try context.fetch(request("Mark", "cell", place.number(cell)))
        cut([(HistoryPlace.marks(cell), try marks.map { Int(try Self.integer($0, "number")) })], from: start)
    }

    private func refresh(_ cell: Int) throws {
        guard let object = cells[cell], !object.hasChanges else { return }
        let start = place.clock.tick()
        context.refresh(object, mergesChanges: true)
        cut(try values(of: [cell]), from: start)
    }

    private func values(of numbers: [Int]) throws -> Values {
        try numbers.flatMap { number -> Values in
            guard let cell = cells[number] else { return [] }
            return try CellProperty.allCases.map { (key(number, $0), try $0.numbers(of: cell)) }
        }
    }

    private func key(_ cell: Int, _ property: CellProperty) -> HistoryKey {
        property.key(cell, isRegister: place.stores.isRegister(cell))
    }

    private func cut(_ values: Values, from start: Int) {
        if values.isEmpty { return }
        record.events.append(.cut(.init(values: values, moments: (generationStart ?? start)...place.clock.tick())))
    }

    private func look(_ values: Values) {
        if !values.isEmpty { record.events.append(.look(.init(values: values, moments: nil))) }
    }

    private func append(_ cell: Int, _ property: CellProperty) throws {
        guard let object = cells[cell] else { throw Violation("cell \(cell) was not read") }
        let number = place.clock.tick()
        let before = place.stores.isRegister(cell) ? [] : try property.numbers(of: object)
        try property.set(before + [number], of: object)
        record.events.append(.append(.init(key: key(cell, property), number: number)))
    }

    private func save() throws {
        if plan.isGivenUp {
            context.rollback()
            record.outcome = .refused
            return
        }
        if plan.level == .serializable { for cell in cells.values { context.detectConflicts(for: cell) } }
        let start = place.clock.tick()
        do {
            try context.save()
            try parent?.performAndWait { try $0.save() }
        } catch let error as SaveError where error.code == .conflict || error.code == .unresolved {
            record.outcome = .refused
        }
        record.moments = start...place.clock.tick()
        if record.outcome == .committed { try takeOutcome() }
    }

    /// Takes out what the merge policy gave up for the store's values, and notes the versions of registers.
    private func takeOutcome() throws {
        var events: [HistoryTransaction.Event] = []
        var givenUp: Set<Int> = []
        for event in record.events {
            guard case .append(var append) = event, append.key.kind != .set,
                let (cell, property) = place.cell(of: append.key), let object = cells[cell]
            else {
                events.append(event)
                continue
            }
            // A register hides what was written to it before.
            let isHidden = record.appends.last { $0.key == append.key }?.number != append.number
            if append.key.kind == .register, isHidden {
                events.append(event)
                continue
            }
            guard try property.numbers(of: object).contains(append.number) else {
                guard plan.policy == .rollback || plan.policy == .mergeByPropertyStoreTrump else {
                    throw Violation("a save did not keep what it wrote: \(record)")
                }
                givenUp.insert(append.number)
                continue
            }
            if append.key.kind == .register { append.version = object.version }
            events.append(.append(append))
        }
        record.events = events.map { event in
            switch event {
            case .append: event
            case .cut(let reading): .cut(reading.without(givenUp))
            case .look(let reading): .look(reading.without(givenUp))
            }
        }
    }

    private static func integer(_ object: ManagedObject, _ name: String) throws -> Int64 {
        guard case .integer(let number) = try object.value(forKey: name) else {
            throw Violation("\(object.entity.name).\(name) is no integer")
        }
        return number
    }
}
