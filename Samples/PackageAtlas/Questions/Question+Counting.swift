import Polystore
import PolystoreTerminal

extension Question {
    static let census = Question(name: "census", title: "How much is in the atlas?") { atlas in
        let context = atlas.context
        let rows: [(String, Int)] = [
            ("packages", try context.count(FetchRequest(BinaryPackage.self))),
            (
                "  installed",
                try context.count(FetchRequest(BinaryPackage.self).where(BinaryPackage.isInstalled == true))
            ),
            ("virtual packages", try context.count(FetchRequest(VirtualPackage.self))),
            ("names that can be depended on", try context.count(FetchRequest(PackageNode.self))),
            ("maintainers", try context.count(FetchRequest(Maintainer.self))),
            ("sections", try context.count(FetchRequest(Section.self))),
            ("dependencies", try context.count(FetchRequest(Dependency.self))),
            ("alternatives", try context.count(FetchRequest(Alternative.self))),
            ("bookmarks", try context.count(FetchRequest(Bookmark.self))),
        ]
        return Answer([TableColumn("what"), TableColumn("count", .trailing)], rows.map { [$0.0, String($0.1)] })
    }

    static let essential = Question(name: "essential", title: "Which packages are essential?") { atlas in
        let request = FetchRequest(BinaryPackage.self)
            .where(BinaryPackage.isEssential == true && BinaryPackage.isInstalled == true)
            .sorted(by: BinaryPackage.name)
        return Answer.list(try atlas.context.fetch(request).map(atlas.label))
    }

    static let largest = Question(
        name: "largest", title: "Which required or important packages are the largest, places 2 to 11?"
    ) { atlas in
        let request = FetchRequest(BinaryPackage.self)
            .where(BinaryPackage.priority.isIn(["required", "important"]) && BinaryPackage.isInstalled == true)
            .sorted(
                by: BinaryPackage.installedSize.descending, BinaryPackage.name.ascending,
                BinaryPackage.architecture.ascending
            )
            .offset(1).limit(10)
        let rows = try atlas.context.fetch(request).map { package in
            [atlas.label(package), package.priority, package.section?.name ?? "–", Answer.size(package.installedSize)]
        }
        return Answer(
            [TableColumn("package"), TableColumn("priority"), TableColumn("section"), TableColumn("KiB", .trailing)],
            rows)
    }

    static let topMaintainers = Question(
        name: "maintainers", title: "Who are the ten maintainers with the most packages?"
    ) { atlas in
        let maintainers = try atlas.context.fetch(FetchRequest(Maintainer.self).prefetching(Maintainer.packages))
        let ranked = maintainers.map { (name: $0.name, email: $0.email ?? "–", count: $0.packages.count) }
            .sorted { ($1.count, $0.name, $0.email) < ($0.count, $1.name, $1.email) }
        return Answer(
            [TableColumn("packages", .trailing), TableColumn("maintainer"), TableColumn("address")],
            ranked.prefix(10).map { [String($0.count), $0.name, $0.email] })
    }

    static let sectionsBySize = Question(name: "sections", title: "Which sections take the most space?") { atlas in
        let sections = try atlas.sections().sorted { ($1.total, $0.name) < ($0.total, $1.name) }
        return Answer(
            [TableColumn("section"), TableColumn("packages", .trailing), TableColumn("KiB", .trailing)],
            sections.map { [$0.name, String($0.count), String($0.total)] })
    }

    static let sectionsByMeanSize = Question(
        name: "mean-sizes", title: "In which ten sections is the average package the largest?"
    ) { atlas in
        // Rounded to tenths in whole numbers: no float is ever printed.
        let means = try atlas.sections().filter { $0.count > 0 }
            .map { (name: $0.name, tenths: ($0.total * 10 + Int64($0.count) / 2) / Int64($0.count)) }
            .sorted { ($1.tenths, $0.name) < ($0.tenths, $1.name) }
        return Answer(
            [TableColumn("section"), TableColumn("mean KiB", .trailing)],
            means.prefix(10).map { [$0.name, "\($0.tenths / 10).\($0.tenths % 10)"] })
    }
}
