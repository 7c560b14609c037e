import Foundation
import Yams

/// Reads the nodes of a store file into a plain value, with every problem reported to the file.
///
/// What cannot be read is left out or empty, so that everything else can still be checked; an empty text was reported.
struct StoreFileReader {
    let file: YAMLFile
    /// The folder that relative paths start from.
    let folder: URL
    /// The texts, as written, of values of which a part came from the environment.
    let written: [TextPlace: String]

    /// The content; nil when the file is of a version that is not known.
    func storeFile(_ root: Node) -> StoreFile? {
        guard case .mapping(let pairs) = root else {
            file.report(.syntax, "a store file needs keys and values", in: [], at: root.place)
            return nil
        }
        // A newer version may have other keys, so the version is looked at before the keys are.
        guard checkVersion(pairs) else { return nil }
        let section = YAMLSection(root, named: "the store file", at: [], in: file, keys: StoreFileKey.fileKeys)
        let model = path(.model, in: section)
        let relocation = section.choice(.relocation, of: StoreFile.Relocation.self) ?? .refuse
        let log = commitLog(section)
        let stores = stores(section)
        let partitions = partitions(section)
        let source = StoreFileSource(name: file.name, places: file.places, written: written)
        return StoreFile(
            model: model, relocation: relocation, commitLog: log, stores: stores, partitions: partitions,
            source: source)
    }

    private func checkVersion(_ pairs: Node.Mapping) -> Bool {
        let key = StoreFileKey.format.name
        guard let node = pairs.first(where: { $0.key.scalar?.string == key })?.value else {
            file.report(
                .invalidValue,
                "the key '\(key)' is missing; a store file starts with '\(key): \(StoreFile.formatVersion)'",
                in: [], at: TextPlace(line: 1, column: 1))
            return true
        }
        let text = node.scalar?.string ?? ""
        guard let version = WholeNumber.value(text), version > 0 else {
            file.report(
                .invalidValue,
                "'\(key)' needs the version of the file's format, \(StoreFile.formatVersion); found "
                    + file.quoted(text, at: node.place),
                in: [key], at: node.place)
            return true
        }
        guard version != StoreFile.formatVersion else { return true }
        file.report(
            .unsupportedFormat,
            "store files of format \(version) are not known; this program reads format \(StoreFile.formatVersion)",
            in: [key], at: node.place)
        return false
    }

    private func commitLog(_ section: YAMLSection) -> StoreFile.CommitLog? {
        guard let entry = section[.commitLog] else { return nil }
        let log = YAMLSection(
            entry.value, named: "'commitLog'", at: ["commitLog"], in: file, keys: StoreFileKey.commitLogKeys)
        let size = log.size(.checkpointSize) ?? 16 << 20
        return path(.commitLogURL, in: log).map { StoreFile.CommitLog(url: $0, checkpointSize: size) }
    }

    private func partitions(_ section: YAMLSection) -> [StoreFile.Partition] {
        guard let entry = section[.partitions] else { return [] }
        return file.namedEntries(of: entry.value, named: "'partitions'", at: ["partitions"]).map { item in
            let path = ["partitions", item.key]
            let rule = YAMLSection(
                item.value, named: "partition '\(item.key)'", at: path, in: file, keys: StoreFileKey.partitionKeys)
            let homes = rule[.homes].map { self.homes($0, rule) }
            if let homes, homes.isEmpty { rule.reportValue("homes", "names no store") }
            let otherwise = rule.text(.otherwise)
            return StoreFile.Partition(
                entity: item.key, attribute: rule.text(.by) ?? "", homes: homes ?? [],
                otherwise: otherwise == StoreFileKey.otherwise.fallback ? nil : otherwise)
        }
    }

    private func homes(_ entry: YAMLEntry, _ rule: YAMLSection) -> [StoreFile.Partition.Home] {
        let path = rule.path + [StoreFileKey.homes.name]
        return file.namedEntries(of: entry.value, named: rule.name(of: StoreFileKey.homes.name), at: path)
            .compactMap { home in
                file.setPlace(home.value.place, of: path + [home.key, "store"])
                let name = "'\(home.key)' in \(rule.name(of: StoreFileKey.homes.name))"
                return file.text(of: home.value, named: name, at: path + [home.key])
                    .map { StoreFile.Partition.Home(value: home.key, store: $0) }
            }
    }
}
