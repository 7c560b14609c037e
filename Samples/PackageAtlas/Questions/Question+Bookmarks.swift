import Polystore
import PolystoreTerminal

extension Question {
    static let bookmarks = Question(
        name: "bookmarks", title: "What is bookmarked, and who looks after it?"
    ) { atlas in
        // The order and the filter lead from one store into others.
        let request = FetchRequest(Bookmark.self)
            .where(Bookmark.rank > 0 && Bookmark.package.name != "")
            .sorted(by: Bookmark.package.name.descending, Bookmark.rank.ascending)
        let rows = try atlas.context.fetch(request).map { bookmark in
            let package = bookmark.package as? BinaryPackage
            return [
                String(bookmark.rank), package.map(atlas.label) ?? bookmark.package?.name ?? "–",
                package?.maintainer?.name ?? "–", bookmark.note,
            ]
        }
        return Answer(
            [TableColumn("rank", .trailing), TableColumn("package"), TableColumn("maintainer"), TableColumn("note")],
            rows)
    }

    static let bookmarkedNeighbours = Question(
        name: "neighbours", title: "Which packages share their section with a bookmarked one and are not bookmarked?"
    ) { atlas in
        let context = atlas.context
        let marked = FetchRequest(BinaryPackage.self)
            .where(any(BinaryPackage.bookmarks.rank) > 0)
        let sections = Set(try context.fetch(marked).compactMap { $0.section?.name }).sorted()
        let request = FetchRequest(BinaryPackage.self)
            .where(BinaryPackage.section.name.isIn(sections) && count(BinaryPackage.bookmarks) == 0)
            .sorted(
                by: BinaryPackage.section.name.ascending, BinaryPackage.name.ascending,
                BinaryPackage.architecture.ascending
            )
            .limit(20)
        let rows = try context.fetch(request).map { [$0.section?.name ?? "–", atlas.label($0)] }
        return Answer([TableColumn("section"), TableColumn("package")], rows)
    }
}
