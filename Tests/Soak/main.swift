import Foundation

// A mixed load on one container over three stores for as long as is asked for, with a verdict about what grew.

func run() async throws -> Bool {
    let invocation = try Invocation(Array(CommandLine.arguments.dropFirst()))
    let seed = invocation.seed ?? UInt64.random(in: 0...UInt64.max)
    try say("SEED=\(seed) SECONDS=\(Int(invocation.seconds))")
    let folder = FileManager.default.temporaryDirectory.appending(path: "polystore-soak-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let interruption = Interruption.handleSignals { try? FileManager.default.removeItem(at: folder) }
    defer { withExtendedLifetime(interruption) {} }
    do {
        let isKept = try await SoakRun(seconds: invocation.seconds, seed: seed, folder: folder).run()
        try FileManager.default.removeItem(at: folder)
        return isKept
    } catch {
        // The error that led here is the one to be told.
        try? FileManager.default.removeItem(at: folder)
        throw error
    }
}

do {
    exit(try await run() ? 0 : 1)
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(2)
}
