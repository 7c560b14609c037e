// swift-tools-version: 6.2
import PackageDescription

/// A backend to start from: copy the folder, rename it, and put your engine in the place of the sorted list.
let package = Package(
    name: "BackendTemplate",
    products: [.library(name: "BackendTemplate", targets: ["BackendTemplate"])],
    dependencies: [.package(name: "polystore", path: "../..")],
    targets: [
        .target(
            name: "BackendTemplate",
            dependencies: [
                .product(name: "PolystoreRecordLayer", package: "polystore"),
                .product(name: "PolystoreStorage", package: "polystore"),
            ]),
        .testTarget(
            name: "BackendTemplateTests",
            dependencies: ["BackendTemplate", .product(name: "PolystoreConformance", package: "polystore")]),
    ]
)
