import CueSounds
import Foundation
import Testing
import ThudCore
import ThudCues
import ThudPatterns
import ThudSoundFiles
import ThudSoundRecipes

/// The parts of a cue, as in its game's table.
struct CueRow {
    /// The sound file; nil for none.
    let sound: String?
    /// The level relative to most sounds, in LU.
    let level: Double
    /// The taps: seconds, intensity, sharpness.
    let taps: [[Double]]

    init(_ sound: String?, _ level: Double = 0, _ taps: [[Double]]) {
        self.sound = sound
        self.level = level
        self.taps = taps
    }

    private static let light = [[0, 0.55, 0.4]]
    private static let medium = [[0, 0.7, 0.3]]
    private static let heavy = [[0, 0.9, 0.45]]
    private static let success = [[0, 0.6, 0.6], [0.15, 1, 1]]
    private static let quickSuccess = [[0, 0.6, 0.6], [0.1, 1, 1]]

    /// The tables of all games but Kape, whose haptics are tuned by hand.
    static let all: [String: CueRow] = [
        "habit/hold": CueRow("breath.wav", -18, []), "habit/complete": CueRow("chime.wav", 5, success),
        // A quarter of an octave higher than the button's tick, and shorter in proportion.
        "habit/move": CueRow("tick.wav", -9.4, [[0, 0.4, 0.7]]), "habit/button": CueRow("tick.wav", -9, light),
        "pocket/right": CueRow("tick.wav", 5, quickSuccess), "pocket/faster": CueRow("faster.wav", [[0, 0.5, 0.7]]),
        "pocket/round": CueRow("chime.wav", quickSuccess), "pocket/step": CueRow("note.wav", [[0, 0.3, 0.3]]),
        "pocket/failure": CueRow("fall.wav", [[0, 1, 0.6], [0.1, 0.6, 0.4], [0.2, 0.8, 0.5]]),
        "pocket/record": CueRow("fanfare.wav", 2, quickSuccess), "pocket/button": CueRow("click.wav", -6, light),
        "magic/snap": CueRow("tick.wav", -9, light), "magic/toggle": CueRow("tick.wav", -8.6, light),
        "magic/select": CueRow("pluck.wav", medium), "magic/spawn": CueRow("spawn.wav", heavy),
        "magic/warning": CueRow("warning.wav", -6, [[0, 0.5, 0.5], [0.15, 0.35, 0.4]]),
        "magic/grab": CueRow(nil, [[0, 0.5, 0.95]]), "magic/release": CueRow("pat.wav", -6, [[0, 0.5, 0.1]]),
        "magic/pinch": CueRow(nil, []), "magic/detent": CueRow(nil, light), "magic/stop": CueRow(nil, medium),
        "magic/wave": CueRow("wave.wav", medium), "magic/twirl": CueRow("twirl.wav", medium),
        "magic/dance": CueRow("dance.wav", (0..<4).map { [0.3 * Double($0), 0.9, 0.45] }),
        "magic/jump": CueRow("jump.wav", heavy), "magic/sparkles": CueRow("sparkles.wav", -6, []),
        "magic/snow": CueRow("snow.wav", -6, []), "magic/bubbles": CueRow("bubbles.wav", -6, []),
        "magic/pulse": CueRow(nil, []),
        "magic/face": CueRow("twinkle.wav", success), "magic/friend": CueRow("friend.wav", success),
        "magic/farewell": CueRow("farewell.wav", []),
    ]

    /// The sounds and levels of Kape.
    static let kape: [String: (sound: String, level: Double)] = [
        "kape/correct": ("ping.wav", 5), "kape/pass": ("whoosh.wav", 0), "kape/tick": ("tick.wav", 0),
        "kape/warning": ("warning.wav", 0), "kape/times-up": ("alarm.wav", 0), "kape/go": ("go.wav", 0),
        "kape/tutorial": ("ping.wav", 0), "kape/button": ("tick.wav", -6), "kape/legend": ("fanfare.wav", 2),
    ]

    private init(_ sound: String?, _ taps: [[Double]]) { self.init(sound, 0, taps) }

    /// Returns the row of a cue, or of the cue that it is a variant of.
    static func of(_ cue: Cue) throws -> CueRow {
        let name = cue.name.split(separator: "/").prefix(2).joined(separator: "/")
        let row = all[name] ?? kape[name].map { CueRow($0.sound, $0.level, []) }
        return try #require(row, "add \(name) to `CueRow.all`, with its sound, level and taps")
    }
}

@Suite("The shipped cues")
struct ShippedCueTests {
    @Test("Every pattern file is in the catalog and the table, and every row is a cue")
    func complete() throws {
        var named: Set<String> = []
        for game in ShippedGame.names {
            let files = try FileManager.default.contentsOfDirectory(atPath: "\(ShippedGame.sounds)/\(game)")
            let patterns = Set(files.filter { $0.hasSuffix(".ahap") }.map { "\(game)/\($0.dropLast(5))" })
            let cues = try ShippedGame(game).cues.map { $0.name.split(separator: "/").prefix(2).joined(separator: "/") }
            #expect(patterns.symmetricDifference(cues) == [], "these lack a pattern, or an entry of the catalog")
            named.formUnion(patterns)
        }
        let rows = Set(CueRow.all.keys).union(CueRow.kape.keys)
        #expect(named.symmetricDifference(rows) == [], "each of these has either no row in `CueRow.all` or no pattern")
    }

    @Test("Each cue has the sound and taps of its table, both from time 0", arguments: ShippedGame.names)
    func table(game: String) throws {
        for cue in try ShippedGame(game).cues {
            let row = try CueRow.of(cue)
            let sounds = cue.pattern.events.filter { $0.kind == .audioCustom }
            #expect(sounds.map(\.waveformPath) == (row.sound.map { [$0] } ?? []), "\(cue.name)")
            #expect(sounds.allSatisfy { $0.time == 0 }, "\(cue.name)")
            let taps = cue.pattern.events.filter { $0.kind == .transient }
            if game == "kape" {
                #expect(taps.contains { $0.time == 0 }, "\(cue.name)")
            } else {
                let felt = taps.map { [$0.time, $0.intensity, $0.sharpness] }
                #expect(felt.count == row.taps.count, "\(cue.name)")
                for (one, other) in zip(felt.joined(), row.taps.joined()) {
                    #expect(abs(one - other) < 1e-9, "\(cue.name)")
                }
            }
            // Only a hold cue swells by itself.
            #expect(cue.pattern.parameters.isEmpty && (cue.pattern.curves.isEmpty || cue.lasts == .hold), "\(cue.name)")
        }
    }

    @Test("No haptic outlasts its sound by more than a tenth of a second", arguments: ShippedGame.names)
    func lengths(name: String) throws {
        let game = try ShippedGame(name)
        for cue in game.cues {
            let sound = game.sound(of: cue)
            guard sound.frameCount > 0 else { continue }
            for event in cue.pattern.events {
                #expect(event.time + (event.duration ?? 0) <= sound.seconds + 0.1, "\(cue.name)")
            }
        }
    }

    @Test("The sound of each cue is as loud as its table says, within 0.1 LU", arguments: ShippedGame.names)
    func levels(name: String) throws {
        let game = try ShippedGame(name)
        for cue in game.cues {
            let sound = game.sound(of: cue)
            guard sound.frameCount > 0 else { continue }
            let level = Loudness(of: sound).maximumMomentary - Recipe.loudness
            let expected = try CueRow.of(cue).level
            #expect(abs(level - expected) < 0.1, "\(cue.name) is at \(level)")
        }
    }

    @Test("Every sound of a louder class is louder", arguments: ShippedGame.names)
    func classes(name: String) throws {
        let game = try ShippedGame(name)
        let levels = try game.cues.filter { game.sound(of: $0).frameCount > 0 }.map {
            // A warning must not be dropped like a quiet cue, but it is as soft as one in the children's game.
            ($0.loudness, try CueRow.of($0).level + ($0.name == "magic/warning" ? 6 : 0))
        }
        for (one, level) in levels {
            for (other, otherLevel) in levels where one < other { #expect(level < otherLevel) }
        }
    }

    @Test("The linter has no remarks", arguments: ShippedGame.names)
    func lint(game: String) throws {
        let folder = "\(ShippedGame.sounds)/\(game)"
        for file in try SourceFile.names(in: folder, endingIn: ".ahap") {
            let remarks = AHAP.lint(try SourceFile.read("\(folder)/\(file)"), file: file)
            #expect(remarks.isEmpty, "\(remarks)")
        }
    }
}

@Suite("The steps of a sequence")
struct StepTests {
    @Test("Each of the fourteen gestures has its own note, at least a semitone from the next")
    func notes() throws {
        let game = try ShippedGame("pocket")
        let pitches = try Dictionary(
            uniqueKeysWithValues: game.cues.filter { $0.name.hasPrefix("pocket/step/") }.map {
                (String($0.name.dropFirst(12)), try #require($0.pattern.events.first { $0.kind == .audioCustom }).pitch)
            })
        #expect(pitches.count == 14)
        let semitones = pitches.mapValues { ($0 * 12).rounded() }
        #expect(Set(semitones.values).count == 14)
        for (name, pitch) in pitches { #expect(abs(pitch * 12 - semitones[name, default: 99]) < 0.01, "\(name)") }
        // C, D, E, G, A and B, counted from E5, and F sharp for the one that confuses.
        for (name, semitone) in semitones where name != "stroop" {
            #expect(
                [-4, -2, 0, 3, 5, 7].contains { (semitone - $0).truncatingRemainder(dividingBy: 12) == 0 }, "\(name)")
        }
        #expect(semitones["swipe-down"]! < semitones["swipe-up"]! && semitones["lower"]! < semitones["raise"]!)
    }

    @Test("The audible note is the intended one, within 5 cents")
    func tuned() throws {
        let game = try ShippedGame("pocket")
        for cue in game.cues where cue.name.hasPrefix("pocket/step/") {
            let pitch = try #require(cue.pattern.events.first { $0.kind == .audioCustom }).pitch
            let meant = 659.255 * exp2(pitch)
            let sound = game.sound(of: cue)
            let cents = Array(-60...60)
            let energies = cents.map { energy(of: sound, at: meant * exp2(Double($0) / 1_200)) }
            let heard = cents[energies.indices.max { energies[$0] < energies[$1] } ?? 0]
            #expect(abs(heard) <= 5, "\(cue.name) is \(heard) cents off")
        }
    }

    @Test("Left gestures are heard on the left, and right gestures on the right")
    func sides() throws {
        let game = try ShippedGame("pocket")
        for cue in game.cues where cue.name.hasPrefix("pocket/step/") {
            let energies = game.sound(of: cue).channels.map { $0.reduce(0) { $0 + $1 * $1 } }
            let side = cue.name.hasSuffix("left") ? -1 : cue.name.hasSuffix("right") ? 1 : 0
            #expect(
                energies[0] > 1.5 * energies[1] ? side == -1 : energies[1] > 1.5 * energies[0] ? side == 1 : side == 0)
        }
    }

    /// Returns the energy of a sound at one frequency (Goertzel's sum, windowed by the sound's own decay).
    private func energy(of sound: Sound, at hertz: Double) -> Double {
        var (real, imaginary) = (0.0, 0.0)
        for frame in 0..<sound.frameCount {
            let sample = Double(sound.channels[0][frame] + sound.channels[1][frame])
            let angle = 2 * Double.pi * hertz * Double(frame) / Double(sound.sampleRate)
            real += sample * cos(angle)
            imaginary += sample * sin(angle)
        }
        return real * real + imaginary * imaginary
    }
}
