// swift-tools-version: 6.2
import PackageDescription

/// The settings of every Swift target: those of the package that is measured.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A product of the package that is measured.
func polystore(_ name: String) -> Target.Dependency { .product(name: name, package: "polystore") }

// Runners that need nothing but what Polystore needs itself. The peers, and the driver that runs everything, are
// packages of their own in `Peers` and `Driver`.
let package = Package(
    name: "benchmarks",
    products: [
        .executable(name: "bench-polystore", targets: ["PolystoreRunner"]),
        .executable(name: "bench-classes", targets: ["PlainClasses"]),
        .executable(name: "bench-raw-sqlite", targets: ["RawSQLite"]),
        .executable(name: "bench-raw-lmdb", targets: ["RawLMDB"]),
        .library(name: "SwiftWorkload", targets: ["SwiftWorkload"]),
        .library(name: "SyncCounter", type: .dynamic, targets: ["SyncCounter"]),
    ],
    dependencies: [.package(name: "polystore", path: "../..")],
    targets: [
        .systemLibrary(
            name: "CBenchmarkSQLite", path: "Engines/SQLite", pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(
            name: "CBenchmarkLMDB", path: "Engines/LMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"])]),
        .target(name: "CWorkload", path: "Workload"),
        .target(name: "SyncCounter", path: "SyncCounter"),
        .target(name: "RawRunner", dependencies: ["CWorkload"], path: "RawRunner"),
        .executableTarget(name: "RawSQLite", dependencies: ["RawRunner", "CBenchmarkSQLite"], path: "RawSQLite"),
        .executableTarget(name: "RawLMDB", dependencies: ["RawRunner", "CBenchmarkLMDB"], path: "RawLMDB"),
        .target(name: "SwiftWorkload", dependencies: ["CWorkload"], path: "SwiftWorkload", swiftSettings: strict),
        .executableTarget(
            name: "PlainClasses", dependencies: ["SwiftWorkload"], path: "PlainClasses", swiftSettings: strict),
        .executableTarget(
            name: "PolystoreRunner",
            dependencies: [
                "SwiftWorkload", "CBenchmarkSQLite", polystore("Polystore"), polystore("PolystoreLMDB"),
                polystore("PolystoreMemory"), polystore("PolystoreSQLite"),
            ],
            path: "PolystoreRunner", swiftSettings: strict),
    ]
)
