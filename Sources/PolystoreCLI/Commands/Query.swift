import ArgumentParser
import Polystore
import PolystoreTerminal

/// `polystore query`: objects as rows.
struct Query: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the objects of an entity.",
        discussion: """
            Objects are read in batches and written as they come, from one consistent snapshot of all stores.

            Examples:
              polystore query staff.yaml Person
              polystore query staff.yaml Person "age > 30" --sort=-age --select name,age,employer.name
              polystore query staff.yaml Company --select name,staff.@count --format csv
              polystore query staff.yaml Person --select "employer.name as company, average(age) as age" \\
                --group-by employer.name --having "count(SELF) > 3" --sort="-average(age)"
              polystore query staff.yaml Person "employer.name BEGINSWITH[cd] 'ac'" --count
            """)

    @OptionGroup var file: StoreFileArgument
    @OptionGroup var request: RequestOptions
    @OptionGroup var output: OutputOptions

    @OptionGroup var computing: ComputingOptions

    @Flag(help: "Show only how many objects there are.")
    var count = false

    func run() throws {
        let container = try file.open()
        let text = TextOutput(.output)
        let entity = try request.entity(in: container.model)
        let context = container.newConfinedContext()
        var fetch = try request.request()
        let computed = try computing.columns(of: fetch.description)
        if let computed, !count {
            let terminal = output.format == .table ? Terminal(.output) : nil
            var writer = try ResultWriter(computed.columns, as: output.format, to: text, on: terminal)
            try LocatedError.about(file.path) {
                try request.located(in: container.model, computed.texts) {
                    for row in try computed.rows(in: context) { try writer.write(row) }
                }
            }
            try writer.finish()
        } else if count {
            let number = try LocatedError.about(file.path) {
                try request.located(in: container.model) { try context.count(fetch) }
            }
            try text.writeLine(String(number))
        } else {
            let columns = try columns(of: entity)
            for steps in Set(columns.map(\.steps)) where !steps.isEmpty {
                fetch = fetch.prefetching(keyPath: steps.joined(separator: "."))
            }
            let terminal = output.format == .table ? Terminal(.output) : nil
            var writer = try ResultWriter(columns.map(\.column), as: output.format, to: text, on: terminal)
            try LocatedError.about(file.path) {
                try request.located(in: container.model) {
                    try context.forEachBatch(fetch) { objects in
                        for object in objects { try writer.write(try columns.map { try $0.value(of: object) }) }
                        return true
                    }
                }
            }
            try writer.finish()
        }
        try text.flush()
        try container.close()
    }

    private func columns(of entity: ModelEntity) throws -> [ObjectColumn] {
        guard let select = computing.select else {
            return try ObjectColumn.standard(of: entity, isExact: request.exactly)
        }
        return try select.split(separator: ",", omittingEmptySubsequences: false)
            .map { try ObjectColumn(String($0.filter { $0 != " " }), of: entity) }
    }
}
