import Foundation
import PolystoreModel

/// The `VersionInfo.plist` of a `.momd`.
struct VersionInformation {
    /// The name of the current version.
    let currentVersionName: String?
    /// The hash of each entity by the names of version and entity.
    let entityHashes: [String: [String: [UInt8]]]

    init(contentsOf url: URL, model: String) throws(ModelError) {
        let data = try ModelFolder.data(of: url, limit: BinaryPropertyList.sizeLimit, model: model)
        let list: BinaryPropertyList
        do throws(BinaryPropertyList.Fault) {
            list = try BinaryPropertyList(data)
        } catch {
            let problem = ModelProblem(.invalidSyntax, error.message, [.offset: String(error.offset)])
            throw ModelError(model: model, problems: [problem.placed(at: nil, file: url.relativePath)])
        }
        let outermost = list.dictionary(list.top)
        currentVersionName = outermost["NSManagedObjectModel_CurrentVersionName"].flatMap { list.string($0) }
        let versions = outermost["NSManagedObjectModel_VersionHashes"].map { list.dictionary($0) } ?? [:]
        entityHashes = versions.mapValues { version in
            list.dictionary(version).compactMapValues { number in
                if case .data(let bytes) = list.objects[number] { bytes } else { nil }
            }
        }
    }
}

extension BinaryPropertyList {
    /// The entries of a dictionary whose keys are texts; empty when the object is none.
    func dictionary(_ number: Int) -> [String: Int] {
        guard case .dictionary(let keys, let values) = objects[number] else { return [:] }
        return Dictionary(
            zip(keys, values).compactMap { key, value in string(key).map { ($0, value) } },
            uniquingKeysWith: { first, _ in first })
    }
}
