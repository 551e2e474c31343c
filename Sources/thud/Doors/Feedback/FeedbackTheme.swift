import ThudCore
import ThudCues
import ThudPatterns

/// A theme of feedbackd as cues. The sound and the vibration of an event are one cue, so they start on one frame.
struct FeedbackTheme {
    /// How much feedback is wanted. A profile includes those that are more silent.
    enum Profile: UInt32, CaseIterable {
        case silent, quiet, full

        init?(name: some StringProtocol) {
            guard let profile = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
            self = profile
        }
    }

    let cues: [Cue]
    /// The names of the cues by profile and event.
    private let names: [Profile: [String: String]]

    /// Reads the file of a theme.
    ///
    /// - Throws: `ThudError` if it cannot be read or is no theme.
    init(_ path: String) throws(ThudError) {
        var parts: [Profile: [(event: String, part: HapticPattern)]] = [:]
        for profile in try JSONReader(SourceFile.read(path), file: path).member("profiles").elements() {
            guard let level = Profile(name: try profile.member("name").string()) else { continue }
            for feedback in try profile.member("feedbacks").elements() {
                guard let part = try Self.part(feedback) else { continue }
                parts[level, default: []].append((try feedback.member("event-name").string(), part))
            }
        }
        var (cues, names): ([Cue], [Profile: [String: String]]) = ([], [:])
        for event in Set(parts.values.joined().map(\.event)).sorted() {
            var last = HapticPattern()
            for profile in Profile.allCases {
                let levels = Profile.allCases.filter { $0.rawValue <= profile.rawValue }.reversed()
                let pattern = Self.together(levels.flatMap { parts[$0] ?? [] }.filter { $0.event == event }.map(\.part))
                if pattern != last { cues.append(Cue(name: "\(profile)/\(event)", pattern: pattern)) }
                if !pattern.events.isEmpty { names[profile, default: [:]][event] = cues.last?.name }
                last = pattern
            }
        }
        (self.cues, self.names) = (cues, names)
    }

    /// Returns the name of the cue for an event; nil if the theme has no sound and no vibration for it.
    func cue(for event: String, _ profile: Profile) -> String? { names[profile]?[event] }

    /// Finds feedbackd's default theme, as its users replace it or as it comes.
    static func usualPath() throws(ThudError) -> String {
        let place = "feedbackd/themes/default.json"
        let config = Environment["XDG_CONFIG_HOME"] ?? Environment["HOME"].map { "\($0)/.config" }
        let folders = (config.map { [$0] } ?? []) + SoundTheme.dataFolders
        guard let path = folders.map({ "\($0)/\(place)" }).first(where: SourceFile.exists) else {
            throw ThudError(.badInput, "there is no \(place) in \(folders.joined(separator: ", ")); install feedbackd")
        }
        return path
    }

    /// Puts all sounds together with the first vibration, because a motor can do one at a time.
    private static func together(_ parts: [HapticPattern]) -> HapticPattern {
        let sounds = parts.flatMap { $0.events.filter { !$0.kind.isHaptic } }
        let vibration = parts.first { $0.events.contains(where: \.kind.isHaptic) }
        return HapticPattern(sounds + (vibration?.events ?? []), curves: vibration?.curves ?? [])
    }

    // MARK: Parts

    /// Returns a feedback that is heard or felt; nil for another, such as a light, and for a sound that is missing.
    private static func part(_ feedback: JSONReader) throws(ThudError) -> HapticPattern? {
        func number(_ name: String, else usual: Double, in range: ClosedRange<Double>) throws(ThudError) -> Double {
            try feedback.optional(name)?.number(in: range) ?? usual
        }
        func milliseconds(_ name: String, else usual: Double = 0) throws(ThudError) -> Double {
            try number(name, else: usual, in: 0...30_000)
        }
        switch try feedback.member("type").string() {
        case "Sound":
            guard let path = SoundTheme.path(of: try feedback.member("effect").string()) else { return nil }
            var event = HapticEvent(.audioCustom)
            event.waveformPath = String(path.drop { $0 == "/" })
            return HapticPattern([event])
        case "VibraRumble":
            // The whole length holds `count` rumbles, each with its pause.
            let count = try feedback.optional("count")?.integer(in: 1...100) ?? 1
            let (whole, pause) = (try milliseconds("duration", else: 1_000), try milliseconds("pause"))
            let rumble = whole / Double(count) - pause
            guard rumble > 0 else { return vibration([(1, 1_000)]) }
            return vibration(Array(repeating: [(1, rumble), (0, pause)], count: count).flatMap { $0 })
        case "VibraPeriodic":
            let magnitude = try number("magnitude", else: 32_767, in: 0...65_535)
            let fade = try milliseconds("fade-in-time") / 1_000
            let start = try number("fade-in-level", else: magnitude, in: 0...65_535) / max(1, magnitude)
            var periodic = vibration([(magnitude / 32_767, try milliseconds("duration", else: 1_000))])
            if fade > 0 {
                let points = [ParameterCurve.Point(time: 0, value: start), .init(time: fade, value: 1)]
                periodic.curves = [ParameterCurve(.hapticIntensity, at: 0, points: points)]
            }
            return periodic
        case "VibraPattern":
            let magnitudes = try feedback.member("magnitudes").elements()
            let durations = try feedback.member("durations").elements()
            guard magnitudes.count == durations.count, magnitudes.count <= 100 else {
                throw feedback.error("expected as many magnitudes as durations, at most 100")
            }
            var parts: [(Double, Double)] = []
            for (magnitude, duration) in zip(magnitudes, durations) {
                parts.append((try magnitude.number(in: 0...1), try duration.number(in: 0...10_000)))
            }
            return vibration(parts)
        default: return nil
        }
    }

    /// Returns a pattern of vibrations: amplitudes from 0 to 1, and milliseconds. A pause at the end counts, too.
    static func vibration(_ parts: some Sequence<(Double, Double)>) -> HapticPattern {
        var (events, time): ([HapticEvent], Double) = ([], 0)
        for (amplitude, milliseconds) in parts where milliseconds > 0 {
            let seconds = milliseconds / 1_000
            events.append(.init(.continuous, at: time, duration: seconds, intensity: amplitude, sharpness: 0.5))
            time += seconds
        }
        return HapticPattern(events)
    }
}

/// The sounds of the freedesktop theme (XDG Sound Theme Specification).
enum SoundTheme {
    /// `$XDG_DATA_HOME` and `$XDG_DATA_DIRS`.
    static var dataFolders: [String] {
        let own = Environment["XDG_DATA_HOME"] ?? Environment["HOME"].map { "\($0)/.local/share" }
        let shared = (Environment["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share").split(separator: ":")
        return ((own.map { [$0] } ?? []) + shared.map(String.init)).filter { $0.hasPrefix("/") }
    }

    /// Returns the file of a sound, or of a more general one: after `bell-terminal` comes `bell`. Nil if none is
    /// installed, or if it is switched off.
    static func path(of name: String) -> String? {
        var name = name[...]
        while !name.isEmpty, !name.contains("/") {
            for folder in dataFolders {
                for ending in ["disabled", "oga", "ogg", "wav"] {
                    let path = "\(folder)/sounds/freedesktop/stereo/\(name).\(ending)"
                    if SourceFile.exists(path) { return ending == "disabled" ? nil : path }
                }
            }
            name = name.lastIndex(of: "-").map { name[..<$0] } ?? ""
        }
        return nil
    }
}
