import ArgumentParser
import Polystore
import PolystoreTerminal

/// `polystore query`: objects as rows.
struct Query: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the objects of an entity.",
        discussion: """
            Objects are read in batches and written as they come, from one consistent cut of all stores.

            Examples:
              polystore query staff.yaml Person
              polystore query staff.yaml Person "age > 30" --sort=-age --select name,age,employer.name
              polystore query staff.yaml Company --select name,staff.@count --format csv
              polystore query staff.yaml Person "employer.name BEGINSWITH[cd] 'ac'" --count
            """)

    @OptionGroup var file: StoreFileArgument
    @OptionGroup var request: RequestOptions
    @OptionGroup var output: OutputOptions

    @Option(
        help: ArgumentHelp(
            "The columns, separated by commas: key paths to attributes or to-one relationships, staff.@count, objectID, "
                + "entity. All attributes without it.", valueName: "columns"))
    var select: String?

    @Flag(help: "Show only how many objects there are.")
    var count = false

    func run() throws {
        let container = try file.open()
        let text = TextOutput(.output)
        let entity = try request.entity(in: container.model)
        let context = container.newConfinedContext()
        let columns = try columns(of: entity)
        var fetch = try request.request()
        if count {
            let number = try LocatedError.about(file.path) {
                try request.located(in: container.model) { try context.count(fetch) }
            }
            try text.writeLine(String(number))
        } else {
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
        guard let select else { return try ObjectColumn.standard(of: entity, isExact: request.exactly) }
        return try select.split(separator: ",", omittingEmptySubsequences: false)
            .map { try ObjectColumn(String($0.filter { $0 != " " }), of: entity) }
    }
}
