import BenchmarkDriver
import Foundation

do {
    let settings = try RunSettings(Array(CommandLine.arguments.dropFirst()))
    switch settings.plan {
    case "full": try SuiteCommand(settings, .full).run()
    case "fast": try SuiteCommand(settings, .fast).run()
    case "smoke": try SuiteCommand(settings, .smoke).run()
    case "scale": try ScaleCommand(settings).run()
    case "count": try CountCommand(settings).run()
    default: throw DriverError.argument("plan=\(settings.plan)")
    }
} catch let error as DriverError {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
