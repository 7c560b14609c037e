import Foundation
import PolystoreModel
import Testing

@testable import PolystoreModelFiles

/// Real models: all are read, or refused by a rule that the message names, and what is read can be written back.
@Suite("Models of real programs", .enabled(if: Corpus.folder != nil, Corpus.missing))
struct CorpusTests {
    /// Why a bundle of the folder is refused: what it holds is not XML, or the version that it names is not in it.
    private static let reasons = ["was written before Xcode 4", "which does not exist"]

    @Test("all bundles load but 8, each of which is refused by its rule")
    func loading() throws {
        var refused: [String] = []
        var loaded = 0
        var paths: Set<String> = []
        var versions = 0
        for url in try Corpus.bundles() {
            do throws(ModelError) {
                let readings = try ModelBundle(contentsOf: url).readings()
                // What is read is what stores are opened with, but for a model that others complete.
                for (_, reading) in readings where !reading.remarks.contains(where: { $0.code == .empty }) {
                    _ = try ManagedObjectModel(reading.description)
                }
                versions += readings.count
                loaded += 1
                // A bundle of which one version is of an earlier time lies in two folders.
                paths.insert(url.path.replacing("/_history/", with: "/"))
            } catch {
                refused.append(error.description)
            }
        }
        for reason in refused {
            #expect(Self.reasons.contains { reason.contains($0) }, "\(reason)")
        }
        #expect(loaded == 129)
        #expect(paths.count == 128)
        #expect(refused.count == 8, "\(refused.joined(separator: "\n\n"))")
        #expect(versions == 168)
        print("corpus: \(loaded) of \(loaded + refused.count) models open, with \(versions) versions")
    }

    @Test("reading, writing and reading gives the same document")
    func roundTrip() throws {
        var count = 0
        var identical = 0
        for url in try Corpus.bundles() {
            let bundle = try ModelBundle(contentsOf: url)
            for version in bundle.versions where FileManager.default.fileExists(atPath: version.url.path + "/contents")
            {
                let document = try bundle.document(of: version)
                let again = try ModelDocument(text: document.text, name: document.name, file: document.file)
                #expect(again == document)
                let original = try String(contentsOf: version.url.appending(path: "contents"), encoding: .utf8)
                count += 1
                if original == document.text { identical += 1 }
            }
        }
        #expect(count == 171)
        #expect(identical == 171, "written byte for byte: \(identical) of \(count)")
    }
}
