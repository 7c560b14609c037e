import PolystoreModel
import PolystoreModelFiles

/// Text as the contents of an Xcode model: what is read is written as text that reads as an equal document, and a model
/// that the document says is written as a document that says an equal model.
@_cdecl("LLVMFuzzerTestOneInput")
public func readXcodeModel(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // What is no document is refused; that it is refused is all that matters.
    guard let document = try? ModelDocument(text: FuzzedInput(start, count).text, name: "fuzzed", file: "contents"),
        let again = readBack(document.text)
    else { return 0 }
    FuzzedInput.require(again.tree == document.tree, "another document: \(document.text)")
    FuzzedInput.require(again.text.utf8.elementsEqual(document.text.utf8), "another text: \(document.text)")
    // The same for a document that says nothing that can be used, and for a model that the format has no place for.
    guard let model = try? document.modelDescription(), let written = try? ModelDocument(model) else { return 0 }
    do throws(ModelError) {
        let same = try ModelDocument(text: written.text, name: "fuzzed", file: "contents").modelDescription()
        let resolved = ModelNameResolution.resolve(model).sortedByName
        FuzzedInput.require(same.sortedByName == resolved, "another model: \(document.text)\n\(written.text)")
    } catch {
        FuzzedInput.require(false, "a written model cannot be read: \(error) \(written.text)")
    }
    return 0
}

/// Reads text again that was written.
private func readBack(_ text: String) -> ModelDocument? {
    do {
        return try ModelDocument(text: text, name: "fuzzed", file: "contents")
    } catch {
        FuzzedInput.require(false, "written text cannot be read: \(error)")
        return nil
    }
}
