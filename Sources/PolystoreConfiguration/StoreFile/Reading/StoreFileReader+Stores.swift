import PolystoreStorage
import Yams

extension StoreFileReader {
    /// The stores, in the order of the file.
    func stores(_ section: YAMLSection) -> [StoreFile.Store] {
        guard let entry = section[.stores] else { return [] }
        let problems = file.problems.count
        let stores = file.namedEntries(of: entry.value, named: "'stores'", at: ["stores"]).map(store)
        if stores.isEmpty, file.problems.count == problems {
            file.report(.invalidValue, "'stores' names no store", in: ["stores"], at: entry.keyPlace)
        }
        return stores
    }

    private func store(_ entry: YAMLEntry) -> StoreFile.Store {
        let path = ["stores", entry.key]
        let name = "store '\(entry.key)'"
        let section = YAMLSection(entry.value, named: name, at: path, in: file, keys: StoreFileKey.storeKeys)
        if let problem = StoreName.problem(with: entry.key) {
            file.report(.invalidValue, "\(name) \(problem)", in: path, at: entry.keyPlace)
        }
        let isRest = section[.entities]?.value.scalar?.string == StoreFileKey.allEntities
        let entities = isRest ? nil : entities(section)
        if section[.configuration] != nil, let entry = section[.entities] {
            section.file.report(
                .invalidValue, "\(name) has both 'configuration' and 'entities'; keep one of them", in: path,
                at: entry.keyPlace)
        }
        if entry.value.isMappingOrNothing, section[.configuration] == nil, section[.entities] == nil {
            section.report("\(name) serves nothing; add 'configuration' or 'entities'")
        }
        let access = section.choice(.access, of: StoreOpening.Access.self) ?? .readWrite
        let creates = section.flag(.create)
        if access == .readOnly, creates == true {
            section.reportValue(StoreFileKey.create.name, "cannot be true while 'access' is readOnly")
        }
        return StoreFile.Store(
            name: entry.key, type: section.text(.type) ?? "", url: self.path(.url, in: section),
            configuration: section.text(.configuration), entities: entities, servesUnlistedEntities: isRest,
            access: access,
            creates: creates ?? (access == .readWrite), durability: section.choice(.durability, of: Durability.self),
            lockTimeout: section.duration(.lockTimeout) ?? .seconds(5), options: options(section))
    }

    private func entities(_ section: YAMLSection) -> [String]? {
        guard let entities = section.texts(.entities) else { return nil }
        var seen: Set<String> = []
        for (index, entity) in entities.enumerated() where !seen.insert(entity).inserted {
            let path = section.path + [StoreFileKey.entities.name, String(index)]
            let shown = file.quoted(entity, at: file.place(of: path))
            file.report(.invalidValue, "entity \(shown) is listed twice in \(section.name)", in: path)
        }
        if entities.isEmpty, let entry = section[.entities], entry.value.sequence?.isEmpty ?? false {
            section.reportValue(StoreFileKey.entities.name, "lists no entity")
        }
        return entities
    }

    private func options(_ section: YAMLSection) -> [StoreFile.Store.Option] {
        guard let entry = section[.options] else { return [] }
        let path = section.path + [StoreFileKey.options.name]
        return file.entries(of: entry.value, named: section.name(of: StoreFileKey.options.name), at: path)
            .compactMap { option in
                file.text(of: option.value, named: "option '\(option.key)'", at: path + [option.key])
                    .map { StoreFile.Store.Option(name: option.key, value: $0) }
            }
    }
}
