import Foundation
import PolystoreModel
import PolystoreStorage

/// Files beside the places of stores, which are there while stores are put into the places.
///
/// A process that ends meanwhile leaves stores of different moments, or one that lacks the log of its engine, and the marks.
package struct UnfinishedMarks {
    /// What puts stores into places.
    package enum Work: String, CaseIterable, Sendable {
        /// A backup is brought back.
        case restore
        /// A graph is copied.
        case copy
    }

    private let files: [StoreFiles]

    /// The places of the marks of some durable stores.
    package init(_ stores: [PersistentStoreDescription]) { files = stores.compactMap { $0.url.map { StoreFiles($0) } } }

    private func paths(_ work: Work) -> [String] { files.map { "\($0.path).unfinished-\(work.rawValue)" } }

    /// Puts the marks on the disk, with what the stores come from, in the place of those that are there; when that fails, the
    /// new ones go again.
    func set(_ work: Work, from source: URL) throws(StoreError) {
        var made: [String] = []
        do throws(StoreError) {
            for path in paths(work) {
                let (isNew, new) = (!SystemFile.exists(path), path + ".new")
                try SystemFile.remove(new)
                made.append(new)
                try SystemFile.write(Array(source.absoluteURL.path.utf8), to: new)
                if isNew { made.append(path) }
                try SystemFile.move(new, to: path)
            }
            try synchronize()
        } catch {
            // The first error is the one to report.
            for path in made { try? SystemFile.remove(path) }
            throw error
        }
    }

    /// Removes the marks, if there are any.
    func remove() throws(StoreError) {
        for work in Work.allCases { for path in paths(work) { try SystemFile.remove(path) } }
        try synchronize()
    }

    private func synchronize() throws(StoreError) {
        for folder in Set(files.map(\.folder)).sorted() { try SystemFile.synchronize(folder) }
    }

    /// Whether some work has not put all stores into their places.
    package func has(_ work: Work) -> Bool { paths(work).contains(where: SystemFile.exists) }

    /// Refuses stores that are not all in their places.
    ///
    /// - Throws: `unfinishedRestore`, `unfinishedCopy` with what the stores come from and the mark.
    package func refuse() throws(CoordinatorError) {
        for work in Work.allCases {
            guard let path = paths(work).first(where: SystemFile.exists) else { continue }
            let source: [UInt8]
            do throws(StoreError) { source = try SystemFile.read(contentsOf: path) } catch {
                // The work has ended meanwhile.
                if error.code == .missing { continue }
                throw CoordinatorError(error, in: .none)
            }
            throw CoordinatorError(
                work == .restore ? .unfinishedRestore : .unfinishedCopy,
                [.path: path, .found: String(decoding: source, as: UTF8.self)])
        }
    }
}
