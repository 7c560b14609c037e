import Foundation
import Testing

/// `polystore generate`, as a user runs it.
@Suite("Classes by command")
struct GenerateTests {
    @Test("classes are written, a second run writes none, and mistakes end with the status of their kind")
    func generating() throws {
        let folder = try StaffFolder([])
        defer { try? folder.remove() }  // what stays is told by the check after the tests
        try folder.write(StaffFolder.model, "staff.yaml")
        let first = try folder.run("generate", "staff.yaml", "--output", "Model")
        #expect(first.status == 0, "\(first.errors)")
        #expect(first.output == "3 machine files and 2 human files generated, 0 unchanged\n")
        let second = try folder.run("generate", "staff.yaml", "--output", "Model")
        #expect(second.output == "0 machine files and 0 human files generated, 5 unchanged\n")
        let listed = try folder.run("generate", "staff.yaml", "--list-source-files", "--shape", "single")
        #expect(listed.output == "_StaffModel.swift\n")

        let usage = try folder.run("generate", "staff.yaml", "--shape", "round")
        #expect(usage.status == 64)
        #expect(usage.errors == "error: '--shape' cannot be 'round'; it is one of two, xcode, single\n")
        let missing = try folder.run("generate", "Nothing.xcdatamodeld")
        #expect(missing.status == 66)
        #expect(missing.errors.contains("Nothing.xcdatamodeld: error: the model does not exist"))
        #expect(try folder.run("generate", "--help").output.hasPrefix("Generate classes from models.\n"))
    }
}
