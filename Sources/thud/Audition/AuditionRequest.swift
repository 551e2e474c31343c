import ThudCues
import ThudPatternRendering
import ThudPatterns

/// The command line of an audition.
struct AuditionRequest {
    let subjects: [AuditionSubject]
    let settings: AuditionSettings
    let loops: Int
    /// Plays one after the other by itself.
    let walks: Bool
    let watches: Bool
    /// The files into which its sound and its picture go.
    let saved: String?
    let pictured: String?
    let sound: SoundOptions

    /// Whether the drive signal has a device or channels of its own.
    var drives: Bool { sound.settings().haptics == .drive }
    /// The loudness of the loudspeakers, 0 to 1.
    var volume: Double {
        let settings = sound.settings()
        return settings.silent ? 0 : settings.volume
    }
}

/// How patterns are to be auditioned.
struct AuditionSettings {
    /// The renderings that can be chosen while one listens; the first is in force at the start.
    var renderings: [Rendering]
    var actuator = ActuatorProfile.phone
    var controls = LiveControls()
    /// How loud haptics are beside sounds where they are heard, in decibels.
    var balance = HeardLaw.usualBalance
    /// How fast, 1 being as written.
    var rate = 1.0
    /// Which part of it, in seconds as written.
    var from = 0.0
    var to = Double.infinity
    /// Where its sounds are looked for.
    var search = SoundSearch()
    var hasSounds = true
    var hasHaptics = true

    /// The rates that make sense: below a tenth nothing is recognised, beyond ten times it is over at once.
    static let rates = 0.1...10.0

    /// A pattern without its sounds or its haptics where they are off.
    func kept(of pattern: HapticPattern) -> HapticPattern {
        var kept = pattern
        kept.events.removeAll { $0.kind.isHaptic ? !hasHaptics : !hasSounds }
        return kept
    }
}

/// The renderings that a key steps through: the one that was asked for first, then the others.
enum AuditionRenderings {
    /// `chosen` and the rest, on an actuator.
    static func all(startingWith chosen: Rendering, on actuator: ActuatorProfile) -> [Rendering] {
        let all: [Rendering] = [.heard, .drive, .felt(actuator)]
        let first = all.firstIndex { $0.name == chosen.name } ?? 0
        return Array(all[first...] + all[..<first])
    }

    /// Their names in an order that does not change as they are stepped through.
    static func names(_ renderings: [Rendering]) -> [String] { sorted(renderings).map(shown) }

    /// Where the first one stands among the names.
    static func place(of renderings: [Rendering]) -> Int {
        sorted(renderings).firstIndex { $0 == renderings.first } ?? 0
    }

    private static func sorted(_ renderings: [Rendering]) -> [Rendering] {
        let order = ["heard", "drive", "felt"]
        return renderings.sorted { order.firstIndex(of: $0.name) ?? 0 < order.firstIndex(of: $1.name) ?? 0 }
    }

    private static func shown(_ rendering: Rendering) -> String {
        if case .felt(let actuator) = rendering { "felt: \(actuator.name)" } else { rendering.name }
    }
}
