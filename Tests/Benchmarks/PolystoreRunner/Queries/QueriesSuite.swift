import Foundation
import Polystore
import SwiftWorkload

/// G1 to G8 on Polystore: questions that indexes of every kind answer.
final class QueriesSuite {
    private let options: WorkloadOptions
    private let reporter: Reporter
    private let container: PersistentContainer

    init(_ options: WorkloadOptions) throws {
        self.options = options
        reporter = Reporter("polystore-\(options.variant)")
        container = try StoreLayout(variant: options.variant, directory: options.directory)
            .open(model: [ItemCompany.self, Item.self, SpecialItem.self, RareItem.self])
    }

    func run() throws {
        try fill()
        try query("G1") { draws in
            let category = draws.next(below: QueryItem.categories), day = draws.next(below: QueryItem.days)
            return FetchRequest(Item.self).where(Item.category == category && Item.day == day)
        }
        try query("G2") { draws in
            let category = draws.next(below: QueryItem.categories)
            let day = draws.next(below: QueryItem.days - QueryItem.daySpan)
            return FetchRequest(Item.self)
                .where(Item.category == category && Item.day >= day && Item.day < day + QueryItem.daySpan)
        }
        try query("G3") { draws in
            let bound = QueryItem.scores - 1 - draws.next(below: QueryItem.scoreSpan)
            return FetchRequest(Item.self).where(Item.score > bound)
        }
        try query("G3t") { draws in
            let bound = QueryItem.scores - draws.next(below: QueryItem.scores / 2)
            return FetchRequest(Item.self).where(Item.score < bound)
                .sorted(by: Item.score, ascending: false).limit(QueryItem.top)
        }
        try query("G4") { draws in
            FetchRequest(Item.self).where(
                Item.code.hasPrefix(QueryItem.prefix(draws.next(below: QueryItem.codeGroups))))
        }
        try query("G5") { draws in FetchRequest(Item.self).where(Item.note == draws.next(below: QueryItem.notes)) }
        try query("G6") { draws in
            let rank = draws.next(below: QueryItem.ranks - QueryItem.rankSpan)
            return FetchRequest(SpecialItem.self).where(Item.rank >= rank && Item.rank < rank + QueryItem.rankSpan)
        }
        try query("G7") { draws in
            let codes = (0..<QueryItem.listedCodes).map { _ in QueryItem.code(draws.next(below: options.objects)) }
            return FetchRequest(Item.self).where(Item.code.isIn(codes))
        }
        let names = CompanyValues.generate(options).map(\.name)
        try query("G8") { draws in
            FetchRequest(Item.self).where(Item.company.name == names[draws.next(below: names.count)])
        }
        try container.close()
    }

    private func fill() throws {
        let context = container.newConfinedContext()
        let companies = try CompanyValues.generate(options).map { values in
            try context.insert(ItemCompany.self) { $0.name = values.name }
        }
        let types = [Item.self, SpecialItem.self, RareItem.self]
        for (index, values) in QueryItem.generate(options).enumerated() {
            try context.insert(types[index % 3]) { item in
                (item.category, item.day, item.score) = (values.category, values.day, values.score)
                (item.code, item.note, item.rank) = (values.code, values.note, values.rank)
                item.company = companies[values.company]
            }
        }
        try context.save()
    }

    private func query<Level: Item>(
        _ workload: String, _ request: (inout ParameterDraws) -> FetchRequest<Level>
    ) throws {
        try reporter.time(workload, operations: options.counts) {
            var (draws, sum) = (ParameterDraws(), UInt64(0))
            var context = container.newConfinedContext()
            for query in 0..<options.counts {
                if query % 100 == 0 { context = container.newConfinedContext() }
                let found = try context.fetch(request(&draws))
                sum = found.reduce(sum &+ UInt64(found.count)) { $0 &+ UInt64($1.score) }
            }
            return sum
        }
    }
}
