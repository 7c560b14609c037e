#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension StoreFiles {
    /// The path of the file that a path leads to, without symbolic links: what lies beside a store lies beside its file,
    /// however the file is reached.
    ///
    /// The file need not be there, nor its folder: a link that leads to no file yet is followed as well. A link in the
    /// place of a folder that leads to nothing stays in the path, and is told when the folder is to be made.
    static func resolved(_ path: String, links: Int = 40) -> String {
        if let whole = realPath(path) { return whole }
        let files = StoreFiles(path: path)
        if links > 0, let target = linkTarget(path) {
            return resolved(target.hasPrefix("/") ? target : "\(files.folder)/\(target)", links: links - 1)
        }
        guard files.folder != path, !files.folder.isEmpty else { return path }
        let folder = resolved(files.folder, links: 0)
        return folder == "/" ? "/\(files.name)" : "\(folder)/\(files.name)"
    }

    private static func realPath(_ path: String) -> String? {
        guard let bytes = realpath(path, nil) else { return nil }
        defer { free(bytes) }
        return String(cString: bytes)
    }

    /// The target of a symbolic link; nil for anything else.
    private static func linkTarget(_ path: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = bytes.withUnsafeMutableBytes { buffer in
            buffer.withMemoryRebound(to: CChar.self) { target in
                target.baseAddress.map { readlink(path, $0, target.count) } ?? -1
            }
        }
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }
}
