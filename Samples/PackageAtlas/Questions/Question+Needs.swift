import Polystore
import PolystoreTerminal

extension Question {
    static let secondChoices = Question(
        name: "second-choices", title: "Where is the first alternative missing while a later one is there?"
    ) { atlas in
        let request = FetchRequest(Dependency.self)
            .where(count(Dependency.alternatives) > 1)
            .prefetching(keyPath: "alternatives.target.providers")
        var rows: [[String]] = []
        for dependency in try atlas.context.fetch(request) {
            guard let package = dependency.package, package.isInstalled else { continue }
            let alternatives = Array(dependency.alternatives)
            guard let first = alternatives.first, atlas.satisfiers(of: first).isEmpty,
                let second = alternatives.first(where: { !atlas.satisfiers(of: $0).isEmpty })
            else { continue }
            let by = atlas.satisfiers(of: second).map(atlas.label).sorted().joined(separator: ", ")
            rows.append([atlas.label(package), dependency.kind.fieldName, first.name, second.name, by])
        }
        rows.sort { $0.lexicographicallyPrecedes($1) }
        return Answer(
            ["package", "field", "missing", "instead", "fulfilled by"].map { TableColumn($0) }, rows)
    }

    static let dangling = Question(
        name: "dangling", title: "Which needs does nothing fulfil?"
    ) { atlas in
        var strict: [[String]] = []
        var counts: [DependencyKind: Int] = [:]
        let request = FetchRequest(Dependency.self).prefetching(keyPath: "alternatives.target.providers")
        for dependency in try atlas.context.fetch(request) {
            guard let package = dependency.package, package.isInstalled else { continue }
            let alternatives = Array(dependency.alternatives)
            guard alternatives.allSatisfy({ atlas.satisfiers(of: $0).isEmpty }) else { continue }
            counts[dependency.kind, default: 0] += 1
            if dependency.kind.isStrict {
                strict.append([
                    atlas.label(package), dependency.kind.fieldName,
                    alternatives.map(\.name).joined(separator: " | "),
                ])
            }
        }
        strict.sort { $0.lexicographicallyPrecedes($1) }
        let tally = DependencyKind.allCases.map { "\($0.fieldName) \(counts[$0] ?? 0)" }.joined(separator: ", ")
        return Answer(
            [TableColumn("package"), TableColumn("field"), TableColumn("nothing fulfils")], strict,
            note: "unfulfilled by field: \(tally)")
    }

    static let unmetVersions = Question(
        name: "versions", title: "Which installed package is too old or too new for a package that needs it?"
    ) { atlas in
        let request = FetchRequest(Alternative.self)
            .where(Alternative.bound != nil && Alternative.target != nil)
        var rows: [[String]] = []
        for alternative in try atlas.context.fetch(request) {
            guard let relation = alternative.relation, let bound = alternative.bound,
                let dependency = alternative.dependency, dependency.kind.isStrict,
                let user = dependency.package, user.isInstalled,
                let target = alternative.target as? BinaryPackage, target.isInstalled,
                !relation.holds(DebianVersion(target.release), DebianVersion(bound))
            else { continue }
            rows.append([atlas.label(user), "\(target.name) \(relation.rawValue) \(bound)", target.release])
        }
        rows.sort { $0.lexicographicallyPrecedes($1) }
        return Answer([TableColumn("package"), TableColumn("wants"), TableColumn("has")], rows)
    }
}
