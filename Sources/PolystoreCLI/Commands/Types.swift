import ArgumentParser
import Polystore
import PolystoreTerminal

/// `polystore types`: what stores can be made of.
struct Types: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the types of store that this program links, what they can do, and their options.",
        discussion: "One row for each thing that stores can or cannot do, and one for each option of a store file.")

    @OptionGroup var output: OutputOptions

    func run() throws {
        let text = TextOutput(.output)
        let columns = ["type", "product", "kind", "name", "value", "meaning"].map { ResultColumn($0) }
        let terminal = output.format == .table ? Terminal(.output) : nil
        var writer = try ResultWriter(columns, as: output.format, to: text, on: terminal)
        for type in StoreFileArgument.storeTypes {
            let head: [Value] = [.string(type.name), .string(type.product)]
            for capability in CapabilityLine.all(of: type.capabilities) {
                let value: Value = .string(capability.isDeclared ? "yes" : "no")
                let name = Value.string(capability.name)
                try writer.write(head + [.string("ability"), name, value, .string(capability.summary)])
            }
            for option in type.options {
                let (name, form) = (Value.string(option.name), Value.string(option.expectation))
                try writer.write(head + [.string("option"), name, form, .string(option.summary)])
            }
        }
        try writer.finish()
        try text.flush()
    }
}
