import Foundation
import PolystoreModel
import PolystoreQuery
import Yams

extension ModelFileReader {
    static let requestKeys = [
        "entity", "where", "sort", "limit", "offset", "includesSubentities", "includesPendingChanges", "batchSize",
        "prefetch", "stores",
    ]

    /// A fetched property: a request's keys beside its own.
    func fetchedProperty(_ entry: YAMLEntry, of owner: String, at path: [String]) -> FetchedPropertyDescription {
        let section = YAMLSection(
            entry.value, named: "fetched property '\(owner).\(entry.key)'", at: path, in: file,
            keys: Self.requestKeys + ["renamedFrom", "versionHashModifier", "userInfo"])
        var property = FetchedPropertyDescription(name: entry.key, request: fetchRequest(section))
        property.renamingIdentifier = section.text("renamedFrom")
        property.versionHashModifier = section.text("versionHashModifier")
        property.userInfo = section.dictionary("userInfo") ?? [:]
        return property
    }

    /// A request from its keys.
    func fetchRequest(_ section: YAMLSection) -> FetchRequestDescription {
        if section["entity"] == nil { section.report("'entity' of \(section.name) is missing") }
        var request = FetchRequestDescription(entityName: section.text("entity") ?? "")
        request.predicate = section["where"].flatMap {
            predicate($0.value, named: section.name(of: "where"), at: section.path)
        }
        for (index, text) in (section.texts("sort") ?? []).enumerated() {
            if let key = Self.sortKey(text) {
                request.sortKeys.append(key)
            } else {
                file.report(
                    .invalidValue, "'\(text)' in \(section.name(of: "sort")) is no sort key such as -name or name[cd]",
                    in: section.path, at: file.place(of: section.path + ["sort", String(index)]))
            }
        }
        request.limit = section.count("limit")
        request.offset = section.count("offset") ?? 0
        request.includesSubentities = section.flag("includesSubentities") ?? true
        request.includesPendingChanges = section.flag("includesPendingChanges") ?? true
        request.batchSize = section.count("batchSize")
        request.prefetchedKeyPaths = (section.texts("prefetch") ?? []).map {
            $0.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        }
        request.affectedStores = section.texts("stores")
        return request
    }

    /// A sort key of the predicate language, or a plain path whose names it has other uses for.
    private static func sortKey(_ text: String) -> SortKey? {
        do throws(QueryError) {
            let keys = try SortKey.keys(format: text)
            if keys.count == 1 { return keys[0] }
        } catch {
            return SortKey(text: text)
        }
        return nil
    }
}
