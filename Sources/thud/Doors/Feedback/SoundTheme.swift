import ThudCore

/// Finds sounds in a theme (XDG Sound Theme Specification), in the order of libcanberra.
struct SoundTheme {
    /// The theme that every other one falls back on.
    static let fallback = "freedesktop"
    /// The folders of the theme and of those that it inherits from, below `sounds`.
    private var folders: [String] = []

    /// The most themes that one inherits from.
    private static let mostThemes = 8

    /// Reads the indices of a theme and of those that it inherits from, even if they do so in a circle.
    init(_ name: String) {
        var (open, seen): ([String], [String]) = ([name], [])
        while let theme = open.popLast() ?? (seen.contains(Self.fallback) ? nil : Self.fallback) {
            let isTooMany = seen.count > Self.mostThemes && theme != Self.fallback
            guard !isTooMany, !SourceFile.isPath(theme), !seen.contains(theme) else { continue }
            seen.append(theme)
            let index = Self.index(of: theme)
            folders += index.folders.map { "\(theme)/\($0)" }
            open += index.parents.reversed()
        }
        folders.append(name)
    }

    /// `$XDG_DATA_HOME` and `$XDG_DATA_DIRS`.
    static var dataFolders: [String] {
        let own = Environment.folder("XDG_DATA_HOME", usually: ".local/share")
        let shared = (Environment["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share").split(separator: ":")
        return [own].compactMap(\.self) + shared.map(String.init).filter { $0.hasPrefix("/") }
    }

    /// Returns the file of a sound, or of a more general one: after `bell-terminal` comes `bell`. What no theme has may
    /// lie beside the themes. Nil if none is installed, or if it is switched off.
    func path(of name: String) -> String? {
        guard !SourceFile.isPath(name) else { return nil }
        for folders in [folders, ["."]] {
            var name = name[...]
            while !name.isEmpty {
                let places = folders.flatMap { folder in Self.dataFolders.map { "\($0)/sounds/\(folder)/\(name)" } }
                let paths = places.flatMap { place in ["disabled", "oga", "ogg", "wav"].map { "\(place).\($0)" } }
                if let path = paths.first(where: SourceFile.exists) { return path.hasSuffix(".disabled") ? nil : path }
                name = name.lastIndex(of: "-").map { name[..<$0] } ?? ""
            }
        }
        return nil
    }

    /// Returns a theme's folders for two loudspeakers, and the themes that it inherits from.
    private static func index(of theme: String) -> (folders: [String], parents: [String]) {
        let path = dataFolders.map { "\($0)/sounds/\(theme)/index.theme" }.first(where: SourceFile.exists)
        guard let path, let bytes = try? SourceFile.read(path) else {
            return (theme == fallback ? ["stereo"] : [], [])
        }
        var (section, values): (Substring, [String: String]) = ("", [:])
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
            if line.hasPrefix("["), let end = line.lastIndex(of: "]") {
                section = line[..<end].dropFirst()
            } else if let equals = line.firstIndex(of: "=") {
                values["\(section)/\(line[..<equals])"] = String(line[equals...].dropFirst())
            }
        }
        func list(_ key: String) -> [String] {
            values["Sound Theme/\(key)"]?.split { ", ".contains($0) }.map(String.init) ?? []
        }
        let folders = list("Directories").filter { ["stereo", nil].contains(values["\($0)/OutputProfile"]) }
        return (folders, list("Inherits"))
    }
}
