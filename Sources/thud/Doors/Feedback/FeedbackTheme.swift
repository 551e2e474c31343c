import Glibc
import ThudCore
import ThudCues
import ThudHapticFormats
import ThudPatterns

/// feedbackd's theme as cues. The sound and the vibration of an event are one cue, so they start on one frame.
struct FeedbackTheme: Sendable {
    typealias Profile = FeedbackdTheme.Profile

    let cues: [Cue]
    /// The names of the cues by profile and event.
    private let names: [Profile: [String: String]]

    /// The most parents of a theme, so that a circle of them ends.
    private static let mostParents = 10

    /// Reads the theme that feedbackd would use, with its parents.
    init(_ settings: FeedbackdSettings) throws(ThudError) {
        let path = if let path = Environment["FEEDBACK_THEME"] { path } else { try Self.path(of: settings.theme) }
        let theme = try Self.merged(path)
        let sounds = SoundTheme(settings.soundTheme)
        var (cues, names): ([Cue], [Profile: [String: String]]) = ([], [:])
        for event in theme.events {
            var last = HapticPattern()
            for profile in Profile.allCases {
                let pattern = Self.together(theme.parts(for: event, in: profile), sounds)
                if pattern != last { cues.append(Self.cue("\(profile)/\(event)", pattern)) }
                if !pattern.events.isEmpty { names[profile, default: [:]][event] = cues.last?.name }
                last = pattern
            }
        }
        (self.cues, self.names) = (cues, names)
    }

    /// Returns a cue that is never thinned, because feedbackd vibrates for every event and every request. It is a win,
    /// which changes nothing else.
    static func cue(_ name: String, _ pattern: HapticPattern) -> Cue {
        Cue(name: name, pattern: pattern, loudness: .win)
    }

    /// Returns the name of the cue for an event; nil if the theme has no sound and no vibration for it.
    func cue(for event: String, _ profile: Profile) -> String? { names[profile]?[event] }

    /// Puts the sounds together with the first vibration, because a motor can do one at a time. Lights, and sounds that
    /// are missing or switched off, are left out.
    private static func together(_ parts: [FeedbackdTheme.Part], _ sounds: SoundTheme) -> HapticPattern {
        var (pattern, heard) = (HapticPattern(), [HapticEvent]())
        for part in parts {
            switch part {
            case .vibration(let vibration): if pattern.events.isEmpty { pattern = vibration }
            case .sound(let name):
                guard let path = sounds.path(of: name) else { continue }
                var event = HapticEvent(.audioCustom)
                event.waveformPath = String(path.drop { $0 == "/" })
                heard.append(event)
            case .unknown: break
            }
        }
        pattern.events = heard + pattern.events
        return pattern
    }

    // MARK: Files

    /// Reads a theme with its parents, after `children` themes that name it as theirs.
    private static func merged(_ path: String, children: Int = 0) throws(ThudError) -> FeedbackdTheme {
        guard children <= mostParents else {
            throw ThudError(.badInput, "\(path): a theme has more than \(mostParents) parents, or is its own parent")
        }
        let theme = try FeedbackdTheme(JSONReader(SourceFile.read(path), file: path))
        guard let name = theme.parent else { return theme }
        var parent = try merged(self.path(of: name), children: children + 1)
        parent.update(with: theme)
        return parent
    }

    /// Finds a theme by its name, as its users replace it or as it is installed; otherwise the default theme.
    private static func path(of name: String) throws(ThudError) -> String {
        let config = Environment.folder("XDG_CONFIG_HOME", usually: ".config")
        let folders = [config].compactMap(\.self) + SoundTheme.dataFolders
        for name in [name, "default"] where !SourceFile.isPath(name) {
            let paths = folders.map { "\($0)/feedbackd/themes/\(name).json" }
            if let path = paths.first(where: SourceFile.exists) { return path }
            if name != "default" {
                Console.remark("thud: feedbackd has no theme \(name); the default theme replaces it")
            }
        }
        throw ThudError(
            .badInput,
            "there is no feedbackd/themes/default.json in \(folders.joined(separator: ", ")); install feedbackd")
    }
}

/// The settings of feedbackd's users (GSettings), as far as they are used.
struct FeedbackdSettings {
    let theme: String
    let profile: FeedbackTheme.Profile
    /// As in feedbackd, only GNOME's users choose one.
    let soundTheme: String

    /// Asks `gsettings` for them. Without that program they are the usual ones.
    init() {
        func value(_ key: String) -> String? {
            let quoted = Self.output(of: "gsettings get \(key)").drop { $0 != "'" }.dropFirst()
            return quoted.lastIndex(of: "'").map { String(quoted[..<$0]) }
        }
        theme = value("org.sigxcpu.feedbackd theme") ?? "default"
        profile = value("org.sigxcpu.feedbackd profile").flatMap { .init(name: $0) } ?? .full
        let isGNOME = Environment["XDG_CURRENT_DESKTOP"]?.split(separator: ":").contains("GNOME") == true
        soundTheme = (isGNOME ? value("org.gnome.desktop.sound theme-name") : nil) ?? SoundTheme.fallback
    }

    /// Returns the output of a command within two seconds; empty if the tool is missing.
    private static func output(of command: String) -> String {
        guard let stream = popen("exec timeout 2 \(command) 2>/dev/null", "r") else { return "" }
        defer { pclose(stream) }
        let bytes = try? SourceFile.read(from: fileno(stream), as: command)
        return String(decoding: bytes ?? [], as: UTF8.self)
    }
}
