import Foundation

/// The folder that keeps the record of a run: as JSON, as a page and as a chart.
///
/// While a run goes on, what it found is in files `unfinished.*`, rewritten after each round, so that a run that is ended
/// loses no round; at its end they become `latest.*`.
public struct RecordFolder {
    private let url: URL

    /// Prepares a folder, which is made if it is not there.
    public init(_ url: URL) throws {
        self.url = url
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// Writes what is known until now.
    public func keep(_ record: RunRecord, _ chart: RatioChart) throws { try write(record, chart, "unfinished") }

    /// Writes the record of a run that ended, and removes what was written before its end.
    public func finish(_ record: RunRecord, _ chart: RatioChart) throws {
        try write(record, chart, "latest")
        for ending in Self.endings {
            let file = url.appendingPathComponent("unfinished.\(ending)")
            if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
        }
    }

    /// Writes the record of a comparison of growth.
    public func keep(_ record: GrowthRecord) throws {
        try RecordFile.json(record).write(to: url.appendingPathComponent("growth.json"), options: .atomic)
    }

    private static let endings = ["json", "md", "svg"]

    private func write(_ record: RunRecord, _ chart: RatioChart, _ name: String) throws {
        let page = RecordPage(record, chart: "\(name).svg").text
        for (ending, data) in zip(Self.endings, [try record.json(), Data(page.utf8), Data(chart.svg.utf8)]) {
            try data.write(to: url.appendingPathComponent("\(name).\(ending)"), options: .atomic)
        }
    }
}
