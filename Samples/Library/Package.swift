// swift-tools-version: 6.2
import PackageDescription

/// A program whose classes are generated when it is built: no file of the package but the model says what a book is.
let package = Package(
    name: "Library",
    dependencies: [.package(name: "polystore", path: "../..")],
    targets: [
        .executableTarget(
            name: "Library",
            dependencies: [
                .product(name: "Polystore", package: "polystore"),
                .product(name: "PolystoreLMDB", package: "polystore"),
                .product(name: "PolystoreMemory", package: "polystore"),
                .product(name: "PolystoreSQLite", package: "polystore"),
            ],
            exclude: ["Library.xcdatamodeld"],
            plugins: [.plugin(name: "GenerateClasses", package: "polystore")])
    ]
)
