import Foundation

extension Scene {
    /// A copy of a store's file under another name; the store is closed, so the file is all there is.
    func copy(of store: String = "catalogue", as name: String = "copy.sqlite") throws -> URL {
        let copy = folder.appendingPathComponent(name)
        try FileManager.default.copyItem(at: file(store), to: copy)
        try copySupport(of: store, beside: copy)
        return copy
    }

    /// A copy of the catalogue whose bytes are changed.
    func copy(changing change: (inout Data) throws -> Void) throws -> URL {
        let copy = folder.appendingPathComponent("copy.sqlite")
        var bytes = try Data(contentsOf: file())
        try change(&bytes)
        try bytes.write(to: copy)
        try copySupport(of: "catalogue", beside: copy)
        return copy
    }

    /// Copies the files of external data.
    private func copySupport(of store: String, beside copy: URL) throws {
        let source = folder.appendingPathComponent(".\(store)_SUPPORT")
        guard FileManager.default.fileExists(atPath: source.path) else { return }
        // Core Data's names: without the database's ending where it is the usual one.
        let name = copy.lastPathComponent
        let stem = name.hasSuffix(".sqlite") ? String(name.dropLast(7)) : name + "."
        try FileManager.default.copyItem(at: source, to: folder.appendingPathComponent(".\(stem)_SUPPORT"))
    }

    /// A copy of the catalogue that another program changed with plain SQLite.
    func copy(hidden: Bool = false, running sql: String) throws -> URL {
        let copy = try copy()
        try OutsideProgram.run(sql, on: copy, hidden: hidden)
        return copy
    }

    /// A new file of some bytes.
    func newFile(_ bytes: Data) throws -> URL {
        let file = folder.appendingPathComponent("foreign.sqlite")
        try bytes.write(to: file)
        return file
    }
}

extension Data {
    /// Flips one bit of each of some bytes that stand behind a text.
    mutating func flipByte(behind text: String, by distance: Int = 0) throws {
        guard let range = self.range(of: Data(text.utf8)) else { throw Unexpected("the file does not hold the text") }
        self[range.upperBound + distance - 1] ^= 0x04
    }
}
