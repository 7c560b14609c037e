import Foundation

/// How a process names stores that lie in the folder `stores`.
enum StorePath: String, CaseIterable {
    case plain, folderLink, fileLinks, relative, detour, mount

    /// The names that stores have; other mounts need rights that not every process has.
    static func known(in around: URL) -> [StorePath] {
        allCases.filter { path in
            guard path == .mount else { return true }
            return FileManager.default.fileExists(atPath: path.folder(around).path)
        }
    }

    /// The folder that is named, from the folder around all of them, which is the current one.
    func folder(_ around: URL) -> URL {
        switch self {
        case .plain: around.appendingPathComponent("stores")
        case .folderLink: around.appendingPathComponent("alias")
        case .fileLinks: around.appendingPathComponent("links")
        case .relative: URL(fileURLWithPath: "stores")
        case .detour: URL(fileURLWithPath: "links/../alias/../stores/.")
        case .mount: around.appendingPathComponent("mounted")
        }
    }

    /// Makes the folder of the stores, the links to it, and another mount of it; the stores are not there yet.
    static func make(_ around: URL, stores: Int) throws {
        let files = FileManager.default
        try files.createDirectory(at: around.appendingPathComponent("stores"), withIntermediateDirectories: true)
        try files.createDirectory(at: around.appendingPathComponent("links"), withIntermediateDirectories: true)
        try files.createSymbolicLink(
            atPath: around.appendingPathComponent("alias").path, withDestinationPath: "stores")
        for store in 0..<stores {
            let name = TortureStores.file(store)
            try files.createSymbolicLink(
                atPath: around.appendingPathComponent("links/\(name)").path, withDestinationPath: "../stores/\(name)")
        }
        guard MountTable.isOwn else { return }
        let mount = StorePath.mount.folder(around)
        try files.createDirectory(at: mount, withIntermediateDirectories: true)
        try MountTable.bind(around.appendingPathComponent("stores").path, to: mount.path)
    }

    /// Makes a folder in which each store has another name by a hard link; what lies there goes first.
    static func makeHardLinks(_ around: URL, stores: Int) throws -> URL {
        let (files, folder) = (FileManager.default, around.appendingPathComponent("hard"))
        if files.fileExists(atPath: folder.path) { try files.removeItem(at: folder) }
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        for store in 0..<stores {
            let name = TortureStores.file(store)
            try files.linkItem(
                at: around.appendingPathComponent("stores/\(name)"), to: folder.appendingPathComponent(name))
        }
        // What SQLite's rows keep in files of their own lies beside one name, and is looked for beside the other.
        for name in try files.contentsOfDirectory(atPath: around.appendingPathComponent("stores").path)
        where name.hasSuffix("_SUPPORT") {
            try files.createSymbolicLink(
                atPath: folder.appendingPathComponent(name).path, withDestinationPath: "../stores/\(name)")
        }
        return folder
    }
}
