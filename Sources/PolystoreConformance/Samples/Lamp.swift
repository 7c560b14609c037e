import PolystoreCore
import PolystoreStorage

/// An object whose text is one of a few words.
final class Lamp: ManagedObject, Entity {
    /// The words.
    enum Light: String, CaseIterable, AttributeValue { case red, green }

    static let light = Attribute<Light>("light")
    static let entity = model.entities[0]

    /// The model of lamps.
    static let model: ModelDescription = {
        var lamp = EntityDescription.named("Lamp", [.optional("light", .string)])
        lamp.className = "Lamp"
        return .of(lamp)
    }()
}
