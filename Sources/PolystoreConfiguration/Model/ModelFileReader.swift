import PolystoreModel
import Yams

/// Reads the nodes of a model file into a description, with every problem reported to the file.
///
/// What cannot be read is left at its default, so that what refers to it is still understood.
struct ModelFileReader {
    let file: YAMLFile

    static let keys = [
        "polystoreModel", "model", "versionIdentifiers", "entities", "composites", "configurations",
        "fetchRequestTemplates",
    ]

    /// The model; nil when the file is of a version that is not known.
    func model(_ root: Node) -> ModelDescription? {
        guard case .mapping = root else {
            file.report(.syntax, "a model file needs keys and values", in: [], at: root.place)
            return nil
        }
        let section = YAMLSection(root, named: "the model file", at: [], in: file, keys: Self.keys)
        guard checkVersion(section) else { return nil }
        if section["model"] == nil { section.report("the key 'model' with the model's name is missing") }
        var model = ModelDescription(name: section.text("model") ?? file.name)
        model.versionIdentifiers = section.texts("versionIdentifiers") ?? []
        if let entry = section["entities"] {
            for item in file.namedEntries(of: entry.value, named: "'entities'", at: ["entities"]) {
                model.entities.append(entity(item))
            }
        }
        if let entry = section["composites"] {
            for item in file.namedEntries(of: entry.value, named: "'composites'", at: ["composites"]) {
                let elements = attributes(item.value, of: item.key, at: ["composites", item.key])
                model.composites.append(CompositeDescription(name: item.key, elements: elements))
            }
        }
        if let entry = section["configurations"] {
            for item in file.namedEntries(of: entry.value, named: "'configurations'", at: ["configurations"]) {
                let path = ["configurations", item.key]
                model.configurations[item.key] =
                    file.texts(of: item.value, named: "configuration '\(item.key)'", at: path) ?? []
                file.setPlace(item.keyPlace, of: path)
            }
        }
        if let entry = section["fetchRequestTemplates"] {
            let path = ["fetchRequestTemplates"]
            for item in file.namedEntries(of: entry.value, named: "'fetchRequestTemplates'", at: path) {
                let request = YAMLSection(
                    item.value, named: "template '\(item.key)'", at: path + [item.key], in: file,
                    keys: Self.requestKeys)
                model.fetchRequestTemplates[item.key] = fetchRequest(request)
            }
        }
        return model
    }

    private func checkVersion(_ section: YAMLSection) -> Bool {
        guard section["polystoreModel"] != nil else {
            section.report("a model file starts with 'polystoreModel: \(ModelFile.formatVersion)'")
            return true
        }
        guard let version = section.count("polystoreModel"), version != ModelFile.formatVersion else { return true }
        file.report(
            .unsupportedFormat,
            "model files of version \(version) are not known; this program reads version \(ModelFile.formatVersion)",
            in: ["polystoreModel"])
        return false
    }
}
