// swift-tools-version: 6.2
import PackageDescription

/// The settings of every target: those of the package that is measured.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

// Runs the runners, checks that they agree and says how long each took. Knows programs and their output, no library of
// any contestant.
let package = Package(
    name: "benchmark-driver",
    products: [.executable(name: "bench", targets: ["bench"])],
    targets: [
        .target(name: "BenchmarkDriver", swiftSettings: strict),
        .executableTarget(name: "bench", dependencies: ["BenchmarkDriver"], swiftSettings: strict),
        .testTarget(name: "BenchmarkDriverTests", dependencies: ["BenchmarkDriver"], swiftSettings: strict),
    ]
)
