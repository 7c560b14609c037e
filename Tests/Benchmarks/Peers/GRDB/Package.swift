// swift-tools-version: 6.2
import PackageDescription

// A peer in a package of its own: it is fetched and built only when it is compared with.
let package = Package(
    name: "benchmark-grdb",
    products: [.executable(name: "bench-grdb", targets: ["GRDBRunner"])],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(name: "benchmarks", path: "../.."),
    ],
    targets: [
        .executableTarget(
            name: "GRDBRunner",
            dependencies: [
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "SwiftWorkload", package: "benchmarks"),
            ],
            path: "Sources",
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)])
    ]
)
