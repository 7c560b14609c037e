import ArgumentParser
import Polystore
import PolystoreTerminal

/// `polystore types`: what stores can be made of.
struct Types: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the types of store that this program links, what they can do, and their options.")

    @OptionGroup var output: OutputOptions

    func run() throws {
        let text = TextOutput(.output)
        let columns = [
            ResultColumn("type"), ResultColumn("product"), ResultColumn("survives the process"), ResultColumn("option"),
            ResultColumn("value"), ResultColumn("meaning"),
        ]
        let terminal = output.format == .table ? Terminal(.output) : nil
        var writer = try ResultWriter(columns, as: output.format, to: text, on: terminal)
        for type in StoreFileArgument.storeTypes {
            let head: [Value] = [
                .string(type.name), .string(type.product), .boolean(type.capabilities.isDurable),
            ]
            if type.options.isEmpty { try writer.write(head + [.missing, .missing, .missing]) }
            for option in type.options {
                try writer.write(
                    head + [.string(option.name), .string(Self.form(of: option.kind)), .string(option.summary)])
            }
        }
        try writer.finish()
        try text.flush()
    }

    private static func form(of kind: StoreType.Option.Kind) -> String {
        switch kind {
        case .size: "size, such as 64MiB"
        case .count: "whole number"
        case .flag: "true or false"
        case .word(let words): words.joined(separator: " | ")
        }
    }
}
