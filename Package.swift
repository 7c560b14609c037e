// swift-tools-version: 6.2
import PackageDescription

/// The settings of every Swift target: Swift 6 mode, warnings are errors, explicit existentials and member imports.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A library target under `Sources` with the strict settings.
func library(_ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil) -> Target {
    .target(name: name, dependencies: dependencies, path: path, swiftSettings: strict)
}

/// A test target under `Tests` with the strict settings.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// A test target under `Tests` whose folder `Fixtures` holds what tests read and the compiler does not.
func tests(_ name: String, fixtures dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: ["Fixtures"], swiftSettings: strict)
}

/// A product of another package that only a trait of this one needs.
func product(_ name: String, _ package: String, trait: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: [trait]))
}

/// A target of this package that only a trait needs.
func target(_ name: String, trait: String) -> Target.Dependency {
    .target(name: name, condition: .when(traits: [trait]))
}

let backends: [Target.Dependency] = ["PolystoreLMDB", "PolystoreMemory", "PolystoreSQLite"]

let package = Package(
    name: "polystore",
    products: [
        .library(name: "Polystore", targets: ["Polystore"]),
        .library(name: "PolystoreStorage", targets: ["PolystoreStorage"]),
        .library(name: "PolystoreChangeRecords", targets: ["PolystoreChangeRecords"]),
        .library(name: "PolystoreRecordLayer", targets: ["PolystoreRecordLayer"]),
        .library(name: "PolystoreLMDB", targets: ["PolystoreLMDB"]),
        .library(name: "PolystoreMemory", targets: ["PolystoreMemory"]),
        .library(name: "PolystoreSQLite", targets: ["PolystoreSQLite"]),
        .library(name: "PolystoreModelFiles", targets: ["PolystoreModelFiles"]),
        .library(name: "PolystoreLogging", targets: ["PolystoreLogging"]),
        .library(name: "PolystoreConformance", targets: ["PolystoreConformance"]),
        .library(name: "PolystoreCodegen", targets: ["PolystoreCodegen"]),
        .executable(name: "polystore", targets: ["PolystoreCLI"]),
        .executable(name: "polystore-generate", targets: ["polystore-generate"]),
        .executable(name: "PackageAtlas", targets: ["PackageAtlas"]),
    ],
    // A program that needs the library alone turns the traits off (`traits: []`), and builds the core and the backends that it
    // links.
    traits: [
        .default(enabledTraits: ["InMemory", "StoreFiles", "Tools"]),
        .trait(name: "InMemory", description: "PersistentContainer.inMemory and the memory backend"),
        .trait(name: "StoreFiles", description: "Store files, and models in files: YAML and Xcode's bundles"),
        .trait(
            name: "Tools", description: "The command, the generator of classes and its build plugins, the samples",
            enabledTraits: ["InMemory", "StoreFiles"]),
    ],
    dependencies: [
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/stencilproject/Stencil", from: "0.15.1"),
    ],
    targets: [
        // What the graph is, which objects, how a store behaves, where objects live.
        library("PolystoreModel", ["CPolystoreChecksum"]),
        library("PolystoreQuery", ["PolystoreModel"]),
        library("PolystoreStorage", ["PolystoreQuery", "PolystoreModel", "CPolystoreSystem"]),
        library("PolystoreChangeRecords", ["PolystoreStorage"]),
        library("PolystoreCore", ["PolystoreChangeRecords", "PolystoreStorage", "CPolystoreSystem"]),
        library("PolystoreModelFiles", ["PolystoreQuery", "PolystoreModel"]),
        library(
            "PolystoreConfiguration",
            ["PolystoreCore", "PolystoreModelFiles", product("Yams", "Yams", trait: "StoreFiles")]),
        library(
            "Polystore",
            [
                "PolystoreCore", target("PolystoreConfiguration", trait: "StoreFiles"),
                target("PolystoreMemory", trait: "InMemory"),
            ]),

        // What needs an instruction, a header of the system or a layout in memory that Swift does not name.
        .target(name: "CPolystoreChecksum"),
        .target(name: "CPolystoreSystem"),

        // Backends: none of them sees PolystoreCore.
        library("PolystoreRecordLayer", ["PolystoreStorage"], path: "Backends/RecordLayer"),
        library("PolystoreMemory", ["PolystoreRecordLayer"], path: "Backends/Memory"),
        library(
            "PolystoreLMDB",
            ["PolystoreRecordLayer", "CPolystoreLMDB"],
            path: "Backends/LMDB"),
        library(
            "PolystoreSQLite",
            ["PolystoreStorage", "CPolystoreSQLite"],
            path: "Backends/SQLite"),
        .systemLibrary(
            name: "CPolystoreSQLite", path: "Backends/CPolystoreSQLite", pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(
            name: "CPolystoreLMDB", path: "Backends/CPolystoreLMDB", pkgConfig: "lmdb",
            providers: [.apt(["liblmdb-dev"])]),

        // Traces for those who log with swift-log.
        library("PolystoreLogging", ["PolystoreStorage", .product(name: "Logging", package: "swift-log")]),

        // The kit that any backend runs.
        library(
            "PolystoreConformance",
            ["PolystoreCore", "PolystoreChangeRecords", "PolystoreReferenceStore", "PolystoreRandom"]),
        library("PolystoreRandom"),

        // Classes of models: the library and the program that builds call, which needs no more than it.
        .target(
            name: "PolystoreCodegen",
            dependencies: [
                "PolystoreConfiguration", "PolystoreModelFiles", "PolystoreModel",
                product("Stencil", "Stencil", trait: "Tools"),
            ],
            resources: [.embedInCode("Templates")], swiftSettings: strict),
        .executableTarget(name: "polystore-generate", dependencies: ["PolystoreCodegen"], swiftSettings: strict),

        // Tools and samples.
        library("PolystoreTerminal"),
        .executableTarget(
            name: "PolystoreCLI",
            dependencies: [
                "Polystore", "PolystoreCodegen", "PolystoreModelFiles", "PolystoreTerminal",
                product("ArgumentParser", "swift-argument-parser", trait: "Tools"),
            ] + backends,
            swiftSettings: strict),
        .executableTarget(
            name: "PackageAtlas",
            dependencies: [
                "Polystore", "PolystoreTerminal", product("ArgumentParser", "swift-argument-parser", trait: "Tools"),
            ] + backends,
            path: "Samples/PackageAtlas", exclude: ["README.md"],
            resources: [.copy("Excerpt"), .copy("Stores"), .copy("atlas.model.yaml")],
            swiftSettings: strict),
        .executableTarget(
            name: "Outliner",
            dependencies: [
                "Polystore", "PolystoreTerminal", product("ArgumentParser", "swift-argument-parser", trait: "Tools"),
            ] + backends,
            path: "Samples/Outliner", exclude: ["README.md"], resources: [.copy("outliner.json")], swiftSettings: strict
        ),
        .executableTarget(
            name: "Staff", dependencies: ["Polystore"] + backends, path: "Samples/Staff", exclude: ["staff.yaml"],
            swiftSettings: strict),
        .executableTarget(
            name: "Measurements", dependencies: ["Polystore"] + backends, path: "Tests/Measurements",
            swiftSettings: strict),
        .executableTarget(
            name: "Torture",
            dependencies: [
                "PolystoreConformance", "ConformanceBackends", "Polystore", "PolystoreRandom", "CPolystoreDiskCalls",
                "CPolystoreSQLite", "CPolystoreLMDB",
            ] + backends,
            path: "Tests/Torture", exclude: ["Results", "Mutants"], swiftSettings: strict),
        // A mixed load for an hour, and what grew.
        .executableTarget(
            name: "Soak", dependencies: ["Polystore", "PolystoreRandom", "CPolystoreHeap"] + backends,
            path: "Tests/Soak", swiftSettings: strict),

        // A disk for SQLite that fails when a test wants it to.
        .target(name: "CPolystoreFaultyDisk", dependencies: ["CPolystoreSQLite"], path: "Tests/CPolystoreFaultyDisk"),
        // The system's calls that change files, recorded and failed for engines that make them directly.
        .target(name: "CPolystoreDiskCalls", path: "Tests/CPolystoreDiskCalls"),
        // Terminals that tests give to programs.
        .target(name: "CPolystoreTestTerminal", path: "Tests/CPolystoreTestTerminal"),
        // What the allocator of the C library tells.
        .target(name: "CPolystoreHeap", path: "Tests/CPolystoreHeap"),

        // A store of plain dictionaries: the oracle of the kit, and for the tests of everything above stores.
        library("PolystoreReferenceStore", ["PolystoreStorage"]),
        // Folders that go with the tests that make them.
        library("TestFolders", path: "Tests/TestFolders"),
        library("ConformanceBackends", ["PolystoreConformance"] + backends, path: "Tests/ConformanceBackends"),

        tests("PolystoreChecksumTests", ["PolystoreRandom", "CPolystoreChecksum"]),
        tests("PolystoreModelTests", ["PolystoreRandom", "PolystoreModel", "PolystoreQuery", "CPolystoreChecksum"]),
        tests("PolystoreQueryTests", ["PolystoreRandom", "PolystoreQuery"]),
        tests(
            "PolystoreStorageTests",
            ["PolystoreRandom", "PolystoreStorage", "PolystoreReferenceStore", "CPolystoreSystem", "TestFolders"]),
        tests("PolystoreChangeRecordsTests", ["PolystoreRandom", "PolystoreChangeRecords", "PolystoreReferenceStore"]),
        tests(
            "PolystoreLMDBTests",
            [
                "PolystoreRandom", "Polystore", "PolystoreChangeRecords", "PolystoreRecordLayer", "PolystoreLMDB",
                "CPolystoreLMDB",
                // One record of the disk's calls serves the process: saves over several stores are counted here as well.
                "PolystoreSQLite", "PolystoreMemory", "CPolystoreDiskCalls", "TestFolders",
            ]),
        tests("PolystoreRecordLayerTests", ["PolystoreRandom", "PolystoreConformance", "PolystoreRecordLayer"]),
        tests("PolystoreMemoryTests", ["PolystoreRandom", "PolystoreMemory"]),
        tests(
            "PolystoreSQLiteTests",
            [
                "PolystoreRandom", "Polystore", "PolystoreSQLite", "CPolystoreSQLite", "CPolystoreFaultyDisk",
                "TestFolders",
            ]),
        tests(
            "PolystoreCoreTests", ["PolystoreRandom", "Polystore", "PolystoreReferenceStore", "TestFolders"] + backends),
        tests("PolystoreConfigurationTests", ["PolystoreRandom", "Polystore"] + backends),
        tests(
            "PolystoreModelFilesTests",
            ["PolystoreModelFiles", "Polystore", "PolystoreRandom", "PolystoreSQLite", "TestFolders"]),
        tests("PolystoreSemanticsTests", ["PolystoreRandom", "Polystore", "PolystoreReferenceStore"] + backends),
        tests("PolystoreBadInputTests", ["Polystore", "CPolystoreSQLite"] + backends),
        tests(
            "PolystoreConformanceTests",
            ["PolystoreConformance", "PolystoreReferenceStore", "PolystoreMemory", "ConformanceBackends"]),
        tests(
            "PolystoreLoggingTests",
            [
                "PolystoreLogging", "Polystore", .product(name: "Logging", package: "swift-log"),
                .product(name: "InMemoryLogging", package: "swift-log"),
            ] + backends),
        tests(
            "PolystoreCodegenTests",
            fixtures: ["PolystoreCodegen", "PolystoreModelFiles", "Polystore", "TestFolders"] + backends),
        tests("PolystoreTerminalTests", ["PolystoreTerminal"]),
        tests(
            "PolystoreCLITests",
            [
                "PolystoreCLI", "Polystore", "PolystoreModelFiles", "PolystoreTerminal", "TestFolders",
                product("ArgumentParser", "swift-argument-parser", trait: "Tools"),
            ] + backends),
        tests("TortureTests", ["Torture", "PolystoreRandom"]),
        tests("SoakTests", ["Soak"]),
        tests("PackageAtlasTests", ["PackageAtlas", "Polystore", "PolystoreTerminal"] + backends),
        tests(
            "OutlinerTests",
            [
                "Outliner", "Polystore", "PolystoreRandom", "PolystoreTerminal", "TestFolders",
                "CPolystoreTestTerminal",
            ] + backends),
    ]
)

// A plugin makes the package manager build all that it runs a second time, as tools. Who works on this package and not with the
// plugins can do without: make does.
if Context.environment["POLYSTORE_WITHOUT_PLUGINS"] == nil {
    let generator = target("polystore-generate", trait: "Tools")
    package.targets += [
        .plugin(name: "GenerateClasses", capability: .buildTool(), dependencies: [generator]),
        .plugin(
            name: "GenerateClassesCommand",
            capability: .command(
                intent: .custom(verb: "generate-classes", description: "Generate classes from models"),
                permissions: [.writeToPackageDirectory(reason: "It writes the files of the classes.")]),
            dependencies: [generator]),
    ]
    package.products += [
        .plugin(name: "GenerateClasses", targets: ["GenerateClasses"]),
        .plugin(name: "GenerateClassesCommand", targets: ["GenerateClassesCommand"]),
    ]
}
