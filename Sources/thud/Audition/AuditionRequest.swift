import Glibc
import ThudCues
import ThudPatternRendering
import ThudPatterns

struct AuditionRequest {
    let subjects: [AuditionSubject]
    let settings: AuditionSettings
    let loops: Int
    /// Whether the patterns play one after another without a key press.
    let walks: Bool
    let watches: Bool
    /// The sound file and the picture file to write, if requested.
    let saved: String?
    let pictured: String?
    let sound: SoundOptions
    /// Whether nothing is played.
    var isSilent = false

    /// The gain of the loudspeakers: their volume from 0 to 1, and `--loud`.
    var volume: Double {
        let settings = sound.settings()
        return settings.silent ? 0 : settings.volume * pow(10, (settings.isLoud ? FeedbackPolicy.partyBoost : 0) / 20)
    }
}

struct AuditionSettings {
    /// The renderings that a key steps through, and the place of the current one.
    let renderings: [Rendering]
    var place: Int
    /// The actuator that drive and movement are shaped for; nil for the neutral drive signal.
    var actuator: ActuatorProfile?
    var controls = LiveControls()
    /// The level of heard haptics relative to sounds, in decibels.
    var balance = HeardLaw.usualBalance
    /// The playback rate; 1 plays the pattern as written.
    var rate = 1.0
    /// The part to play, in seconds of the pattern as written.
    var from = 0.0
    var to = Double.infinity
    var search = SoundSearch()
    var hasSounds = true
    var hasHaptics = true
    /// Whether loudspeakers play haptics too. They do not if the haptics drive an actuator.
    var areHapticsHeard = true

    /// The useful rates. Below a tenth nothing is recognisable; above ten the pattern is over at once.
    static let rates = 0.1...10.0

    init(startingWith kind: RenderingOptions.Kind, on actuator: ActuatorProfile) {
        renderings = [.heard, .driven(actuator), .felt(actuator)]
        place = renderings.firstIndex { $0.name == kind.rawValue } ?? 0
    }

    var rendering: Rendering { renderings[place] }

    /// The names of all renderings for the screen.
    var names: [String] {
        renderings.map { if case .felt(let actuator) = $0 { "felt: \(actuator.name)" } else { $0.name } }
    }

    /// Takes the options that decide which parts are played.
    mutating func take(_ sound: SoundOptions) {
        hasSounds = sound.policy.sound != .off
        hasHaptics = sound.policy.haptics != .off
        balance = sound.settings().balance
        areHapticsHeard = sound.settings().haptics != .drive
    }

    /// Returns the pattern without sounds or haptics that are switched off.
    func kept(of pattern: HapticPattern) -> HapticPattern {
        var kept = pattern
        kept.events.removeAll { $0.kind.isHaptic ? !hasHaptics : !hasSounds }
        return kept
    }

    /// Returns what loudspeakers play of a pattern in a rendering.
    func heard(of pattern: HapticPattern, as rendering: Rendering) -> HapticPattern {
        guard rendering == .heard, !areHapticsHeard else { return pattern }
        var heard = pattern
        heard.events.removeAll(where: \.kind.isHaptic)
        return heard
    }
}
