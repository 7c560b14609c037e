import BenchmarkDriver
import Foundation

do {
    let arguments = try Arguments(
        Array(CommandLine.arguments.dropFirst()), known: ["plan", "binaries", "folder", "rounds", "only", "products"])
    var plan = Plan.full
    if arguments["plan"] == "fast" { plan = .fast }
    if arguments["plan"] == "smoke" { plan = .smoke }
    if let rounds = try arguments.number("rounds") { plan = plan.with(rounds: rounds) }
    let products = arguments.list("products")
    let contestants = Field(binaries: arguments["binaries"] ?? ".").contestants
        .filter { products.isEmpty || products.contains($0.product) }
    let folder = URL(fileURLWithPath: arguments["folder"] ?? ".build/bench")
    var tournament = Tournament(contestants, plan, folder: folder, only: arguments.list("only"))
    tournament.progress = { FileHandle.standardError.write(Data("bench: \($0)\n".utf8)) }
    let measurements = try tournament.run()
    let compared = measurements.disagreements(products: contestants.map(\.product)).compared
    if plan.measuresTime { print(WorkloadTables(measurements, contestants).text, "\n") }
    print("bench: \(contestants.count) products, \(compared) checksums compared, all agree")
} catch let error as DriverError {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
