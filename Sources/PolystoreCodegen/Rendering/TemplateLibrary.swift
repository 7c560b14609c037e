/// The templates that come along, by name.
public enum TemplateLibrary {
    /// The names, in order, with the texts.
    public static let templates: [String: String] = [
        "accessors.stencil": text(PackageResources.accessors_stencil),
        "class.stencil": text(PackageResources.class_stencil),
        "constants.stencil": text(PackageResources.constants_stencil),
        "entity.stencil": text(PackageResources.entity_stencil),
        "human.stencil": text(PackageResources.human_stencil),
        "imports.stencil": text(PackageResources.imports_stencil),
        "machine.stencil": text(PackageResources.machine_stencil),
        "members.stencil": text(PackageResources.members_stencil),
        "model-body.stencil": text(PackageResources.model_body_stencil),
        "model.stencil": text(PackageResources.model_stencil),
        "properties.stencil": text(PackageResources.properties_stencil),
        "requests.stencil": text(PackageResources.requests_stencil),
        "single.stencil": text(PackageResources.single_stencil),
    ]

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
