import Glibc
import ThudCore

/// The files of a folder and of the folders in it.
enum FolderFiles {
    static func isFolder(_ path: String) -> Bool { SourceFile.kind(of: path) == S_IFDIR }

    /// Returns the paths of all files relative to `folder`, sorted. Hidden ones are left out, and links to folders are
    /// not followed, because they may lead in a circle. `excluded` is a folder to leave out. `unreadable` receives the
    /// path and the error of each inner folder that cannot be read, and throws the error or leaves that folder out.
    ///
    /// - Throws: `ThudError` if the folder itself cannot be read, and what `unreadable` throws.
    static func below(
        _ folder: String, but excluded: String? = nil,
        unreadable: (String, ThudError) throws(ThudError) -> Void = { _, error throws(ThudError) in throw error }
    ) throws(ThudError) -> [String] {
        try contents(of: folder, but: excluded, unreadable).files
    }

    /// Returns the path of a file in a folder, which may be given with a slash at its end.
    static func path(_ file: String, in folder: String) -> String {
        folder.hasSuffix("/") ? folder + file : "\(folder)/\(file)"
    }

    /// Returns a folder and those in it, without hidden ones, links and `excluded`, as the paths of their files begin.
    /// Those that cannot be read are left out.
    static func folders(from folder: String, but excluded: String) -> [String] {
        let inner = (try? contents(of: folder, but: excluded) { _, _ in }.folders) ?? []
        return ([""] + inner).map { SourceFile.folder(of: path($0, in: folder)) }
    }

    private static func contents(
        of folder: String, but excluded: String?, _ unreadable: (String, ThudError) throws(ThudError) -> Void
    ) throws(ThudError) -> (files: [String], folders: [String]) {
        var files: [String] = []
        var found: [String] = []
        var folders = [""]
        while let inner = folders.popLast() {
            let names: [String]
            do throws(ThudError) {
                names = try SourceFile.names(in: "\(folder)/\(inner)", endingIn: "")
            } catch {
                if inner.isEmpty { throw error }
                try unreadable(inner, error)
                continue
            }
            if !inner.isEmpty { found.append(inner) }
            for name in names where !name.hasPrefix(".") {
                let path = "\(inner)\(name)"
                guard isFolder("\(folder)/\(path)") else {
                    files.append(path)
                    continue
                }
                let isExcluded = excluded.map { SourceFile.isSame($0, "\(folder)/\(path)") } ?? false
                if !isExcluded, !isLink("\(folder)/\(path)") { folders.append("\(path)/") }
            }
        }
        return (files.sorted(), found)
    }

    static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }
}
