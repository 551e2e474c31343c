public import ThudCore
public import ThudPatterns

/// Projects of Meta's Haptics Studio (`.hasp`): JSON with a list of clips, each a `.haptic` file, the name of its sound
/// and the settings of the analysis that made it (facebook/haptics-studio, `main/src/common/project/types.ts`).
///
///     for name in try HaspFile.clips(in: bytes, file: "ui.hasp") {
///         let pattern = try HaspFile.clip(name, in: bytes, file: "ui.hasp").pattern.get()
///     }
///
/// As in the Studio's own export, a clip ends at its trim mark, and one without a vibration is left out.
public enum HaspFile {
    /// Returns a project's path and the clip that is named behind it: `ui.hasp` or `ui.hasp/click`; nil if `path` is
    /// neither.
    public static func place(in path: String) -> (project: String, clip: String?)? {
        if path.lowercased().hasSuffix(".hasp") { return (path, nil) }
        guard let mark = path.firstRange(of: ".hasp/") else { return nil }
        let end = path.index(before: mark.upperBound)
        return (String(path[..<end]), String(path[mark.upperBound...]))
    }

    /// Returns the names of the clips in their order. One that occurs again gets a number, as in `hit-2`.
    ///
    /// - Throws: `ThudError` if the file is no such project.
    public static func clips(in bytes: [UInt8], file: String) throws(ThudError) -> [String] {
        try named(bytes, file).map(\.name)
    }

    /// Returns a clip as a pattern, with its sound beside the vibration.
    ///
    /// - Throws: `ThudError` if the file is no such project, or has no clip of this name.
    public static func clip(_ name: String, in bytes: [UInt8], file: String) throws(ThudError) -> PatternInspection {
        let clips = try named(bytes, file)
        guard let clip = clips.first(where: { $0.name == name })?.clip else {
            let known = clips.prefix(20).map(\.name).joined(separator: ", ")
            let problem = known.isEmpty ? "no clip vibrates" : "there is no clip \(name); choose one of \(known)"
            throw ThudError(file: file, message: problem)
        }
        let sound = try sound(of: clip)
        let read = ReadingNotes.inspection { notes throws(ThudError) in try pattern(of: clip, sound, &notes) }
        return PatternInspection(
            pattern: read.pattern, diagnostics: read.diagnostics, sounds: [sound].compactMap(\.self))
    }

    private static let mostClips = 1_000

    private static func named(_ bytes: [UInt8], _ file: String) throws(ThudError) -> [(name: String, clip: JSONReader)]
    {
        var named: [(name: String, clip: JSONReader)] = []
        var taken: Set<String> = []
        let list = try JSONReader(bytes, file: file).member("clips")
        let clips = try list.elements()
        try ReadingLimits.check(clips.count, mostClips, "clips", list)
        for clip in clips where try !isEmpty(clip) {
            // A name becomes part of a path.
            let stated = String(try clip.member("name").string().map { $0 == "/" || $0 == "\0" ? "-" : $0 })
            let bare = stated.isEmpty ? "clip" : stated
            var (name, count) = (bare, 1)
            while !taken.insert(name).inserted {
                count += 1
                name = "\(bare)-\(count)"
            }
            named.append((name, clip))
        }
        return named
    }

    private static func isEmpty(_ clip: JSONReader) throws(ThudError) -> Bool {
        guard let haptic = try clip.optional("haptic") else { return true }
        let envelopes = try haptic.member("signals").member("continuous").member("envelopes")
        return try envelopes.member("amplitude").elements().count < 2
    }

    /// Returns the sound of a clip by its name alone, because the folders are those of the Studio's computer.
    private static func sound(of clip: JSONReader) throws(ThudError) -> PatternInspection.SoundPlace? {
        guard let path = try clip.optional("audioAsset")?.optional("path") else { return nil }
        // The Studio also runs on Windows.
        let name = try path.string().split(whereSeparator: { "/\\".contains($0) }).last
        return name.map { PatternInspection.SoundPlace(path: String($0), reader: path) }
    }

    private static func pattern(
        of clip: JSONReader, _ place: PatternInspection.SoundPlace?, _ notes: inout ReadingNotes
    ) throws(ThudError) -> HapticPattern {
        let haptic = try clip.member("haptic")
        // The Studio takes a trim mark at 0 as none.
        let trim = try clip.optional("trimAt")?.number(in: 0...ReadingLimits.latest) ?? 0
        var pattern = try HapticFile.read(haptic, &notes, until: trim > 0 ? trim : .infinity)
        if let place {
            var sound = HapticEvent(.audioCustom)
            sound.waveformPath = place.path
            pattern.events.append(sound)
        }
        try ReadingLimits.check(pattern, haptic)
        return pattern
    }
}
