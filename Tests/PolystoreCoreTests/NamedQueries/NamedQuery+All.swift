import Polystore

extension NamedQuery {
    /// The forty.
    static let all = values + ranges + alternatives + objects + orders + choices

    private static let values = [
        NamedQuery("one by a unique value", "code == 'c000123'") { $0.number == 123 },
        NamedQuery("several by unique values", "code IN {'c000001', 'c000777', 'c001500'}") {
            [1, 777, 1500].contains($0.number)
        },
        NamedQuery("equality", "artist == 'a000007'") { $0.artist == "a000007" },
        NamedQuery("equality, the constant first", "'a000007' == artist") { $0.artist == "a000007" },
        NamedQuery("a list", "artist IN {'a000001', 'a000002', 'a000190'}") {
            ["a000001", "a000002", "a000190"].contains($0.artist)
        },
        NamedQuery("a missing value", "year == 1975 AND rating == nil") { $0.year == 1975 && $0.rating == nil },
        NamedQuery("whatever is not missing", "year == 1975 AND rating != nil") { $0.year == 1975 && $0.rating != nil },
        NamedQuery("both elements of an index", "artist == 'a000007' AND year == 1990") {
            $0.artist == "a000007" && $0.year == 1990
        },
        NamedQuery("the elements in the other order", "year == 1990 AND artist == 'a000009'") {
            $0.artist == "a000009" && $0.year == 1990
        },
        NamedQuery("two lists", "artist IN {'a000007', 'a000008'} AND year IN {1990, 1991, 1992}") {
            ["a000007", "a000008"].contains($0.artist) && (1990...1992).contains($0.year)
        },
    ]

    private static let ranges = [
        NamedQuery("greater", "year > 2020") { $0.year > 2020 },
        NamedQuery("less", "length < 20") { $0.length < 20 },
        NamedQuery("between", "year BETWEEN {1960, 1962}") { (1960...1962).contains($0.year) },
        NamedQuery("two bounds", "length >= 100 AND length < 130") { $0.length >= 100 && $0.length < 130 },
        NamedQuery("a beginning", "title BEGINSWITH 't0001'") { $0.title.hasPrefix("t0001") },
        NamedQuery(
            "a pattern with a beginning", "title LIKE 't00012*7'",
            finds: { row in
                row.title.hasPrefix("t00012") && row.title.hasSuffix("7")
            }, visits: { $0.title.hasPrefix("t00012") }),
        NamedQuery("a range behind a value", "artist == 'a000007' AND year > 2000") {
            $0.artist == "a000007" && $0.year > 2000
        },
        NamedQuery("a range behind a list", "artist IN {'a000003', 'a000004'} AND year BETWEEN {1980, 1990}") {
            ["a000003", "a000004"].contains($0.artist) && (1980...1990).contains($0.year)
        },
        NamedQuery("a range behind a truth value", "isLive == YES AND length < 40") { $0.isLive && $0.length < 40 },
        NamedQuery("bounds that contradict each other", "year > 2000 AND year < 1990") { _ in false },
    ]

    private static let alternatives = [
        NamedQuery("two values of one index", "artist == 'a000005' OR artist == 'a000006'") {
            ["a000005", "a000006"].contains($0.artist)
        },
        NamedQuery("a value and a range of one index", "length < 5 OR length == 100 OR length > 2495") {
            $0.length < 5 || $0.length == 100 || $0.length > 2495
        },
        NamedQuery("values of two indexes", "artist == 'a000005' OR code == 'c000200'") {
            $0.artist == "a000005" || $0.number == 200
        },
        NamedQuery("a conjunction among alternatives", "artist == 'a000005' OR (year == 1975 AND rating == 3)") {
            $0.artist == "a000005" || ($0.year == 1975 && $0.rating == 3)
        },
        NamedQuery("alternatives beside a value", "year == 1975 AND (artist == 'a000010' OR artist == 'a000011')") {
            $0.year == 1975 && ["a000010", "a000011"].contains($0.artist)
        },
    ]

    private static let objects = [
        NamedQuery("a related object", { try FetchPredicate(format: "label == %@", $0.labels[5]) }) { $0.label == 5 },
        NamedQuery("related objects", { try FetchPredicate(format: "label IN %@", Array($0.labels[5...7])) }) {
            [5, 6, 7].contains($0.label)
        },
        NamedQuery("no related object", "label == nil") { $0.label == nil },
        NamedQuery(
            "a range behind a related object",
            { try FetchPredicate(format: "label == %@ AND year > 2010", $0.labels[9]) }
        ) { $0.label == 9 && $0.year > 2010 },
        NamedQuery("an object itself", { try FetchPredicate(format: "SELF == %@", $0.recordings[77]) }) {
            $0.number == 77
        },
        NamedQuery("objects themselves", { try FetchPredicate(format: "SELF IN %@", Array($0.recordings[10..<30])) }) {
            (10..<30).contains($0.number)
        },
        NamedQuery("all of a subentity", { _ in nil }) { $0.isPodcast }.of("Podcast"),
        NamedQuery(
            "a value of a subentity", "artist == 'a000100'", finds: { $0.isPodcast && $0.artist == "a000100" },
            visits: { $0.artist == "a000100" }
        ).of("Podcast"),
    ]

    private static let orders = [
        NamedQuery("the first by an index", { _ in nil }) { _ in true }.sorted(SortKey(["title"]), limit: 20),
        NamedQuery("the last by an index", { _ in nil }) { _ in true }
            .sorted(SortKey(["length"], ascending: false), limit: 20),
        NamedQuery("the first behind a value", "artist == 'a000007'") { $0.artist == "a000007" }
            .sorted(SortKey(["year"]), limit: 5),
        NamedQuery("the first of lists", "artist IN {'a000001', 'a000002', 'a000003'}") {
            ["a000001", "a000002", "a000003"].contains($0.artist)
        }.sorted(SortKey(["year"]), limit: 5),
        NamedQuery("a range in its own order", "length > 2400") { $0.length > 2400 }
            .sorted(SortKey(["length"], ascending: false), limit: 10),
    ]

    private static let choices = [
        NamedQuery(
            "the better of two indexes", "length < 2 AND artist == 'a000050'",
            finds: { $0.length < 2 && $0.artist == "a000050" }, visits: { $0.length < 2 }),
        NamedQuery(
            "a value and what no index tells", "artist == 'a000007' AND title CONTAINS '9'",
            finds: { $0.artist == "a000007" && $0.title.contains("9") }, visits: { $0.artist == "a000007" }),
    ]
}
