// swift-tools-version: 6.2
import PackageDescription

/// The smallest backend, as a third party would write it: a package of its own, which sees public products only.
let package = Package(
    name: "ToyBackend",
    dependencies: [.package(name: "polystore", path: "../..")],
    targets: [
        .target(name: "ToyBackend", dependencies: [.product(name: "PolystoreStorage", package: "polystore")]),
        .testTarget(
            name: "ToyBackendTests",
            dependencies: ["ToyBackend", .product(name: "PolystoreConformance", package: "polystore")]),
    ]
)
