import Polystore
import PolystoreTerminal

extension Question {
    static let search = Question(
        name: "search", title: "What has to do with SSL or cryptography, however it is written?"
    ) { atlas in
        let request = FetchRequest(BinaryPackage.self)
            .where(
                BinaryPackage.name.contains("SSL", options: .caseInsensitive)
                    || BinaryPackage.summary.contains("CRÝPTO", options: [.caseInsensitive, .diacriticInsensitive])
                    || BinaryPackage.maintainer.name.contains(
                        "cryptograph", options: [.caseInsensitive, .diacriticInsensitive])
            )
            .sorted(by: BinaryPackage.name.ascending, BinaryPackage.architecture.ascending)
            .limit(25)
        let rows = try atlas.context.fetch(request).map { [atlas.label($0), $0.summary] }
        return Answer([TableColumn("package"), TableColumn("summary")], rows)
    }

    static let versatileMaintainers = Question(
        name: "versatile", title: "Which maintainers look after libraries and after commands?"
    ) { atlas in
        let request = FetchRequest(Maintainer.self)
            .where(any(Maintainer.packages.section.name) == "libs" && any(Maintainer.packages.section.name) == "utils")
            .sorted(by: Maintainer.name.ascending, Maintainer.email.ascending)
        return Answer.list(try atlas.context.fetch(request).map(\.name))
    }

    static let rivals = Question(
        name: "rivals", title: "Which virtual packages have several providers?"
    ) { atlas in
        let request = FetchRequest(VirtualPackage.self)
            .where(count(VirtualPackage.providers) > 1).sorted(by: VirtualPackage.name)
        let rows = try atlas.context.fetch(request).map { node in
            [node.name, node.providers.map(atlas.label).sorted().joined(separator: ", ")]
        }
        return Answer([TableColumn("virtual package"), TableColumn("providers")], rows)
    }

    static let unneeded = Question(
        name: "unneeded", title: "Which packages does no dependency mention?"
    ) { atlas in
        let request = FetchRequest(BinaryPackage.self)
            .where(count(BinaryPackage.mentions) == 0 && BinaryPackage.isInstalled == true)
            .sorted(by: BinaryPackage.name.ascending, BinaryPackage.architecture.ascending)
        let unmentioned = try atlas.context.fetch(request).filter { package in
            package.provides.allSatisfy { $0.mentions.isEmpty }
        }
        return Answer.list(unmentioned.map(atlas.label))
    }
}
