import CueSounds
import Testing
import ThudCore
import ThudCues
import ThudSoundFiles
import ThudSoundRecipes

/// The loudness of each cue of a round on loudspeakers, sound and haptics together, after ITU-R BS.1770.
@Suite("The levels of the cues")
struct CueLevelTests {
    enum Loudspeaker: CaseIterable {
        /// Plays all frequencies.
        case good
        /// A laptop's, which plays next to nothing below 300 Hz.
        case laptop
    }

    /// The games with a win.
    static let games = ShippedGame.names.filter {
        (try? ShippedGame($0))?.cues.contains { $0.loudness == .win } ?? true
    }
    /// The cues that end a round, which may be louder than the others.
    static let fanfares: Set = ["kape/legend", "pocket/record"]

    @Test(
        "The win is 3 LU above every other cue of a round, at 400 ms and at 100 ms, with sounds and with haptics alone",
        arguments: Loudspeaker.allCases, games)
    func win(loudspeaker: Loudspeaker, name: String) throws {
        let game = try ShippedGame(name)
        for soundOn in [true, false] {
            func loudness(_ cue: Cue) -> Loudness {
                let mix = game.mix(cue, FeedbackSettings(soundOn: soundOn))
                return Loudness(of: loudspeaker == .good ? mix : mix.onLaptop)
            }
            let wins = game.cues.filter { $0.loudness == .win }
            try #require(wins.count == 1, "the catalog of \(name) must have one cue with the loudness `win`")
            let win = loudness(wins[0])
            // The level of a lasting cue changes while it lasts, and it has no attack to compete with the win.
            for cue in game.cues where cue != wins[0] && cue.lasts == nil && !Self.fanfares.contains(cue.name) {
                let other = loudness(cue)
                #expect(win.maximumMomentary - other.maximumMomentary >= 3, "\(cue.name) at 400 ms, sound \(soundOn)")
                #expect(win.maximumOfBlow - other.maximumOfBlow >= 3, "\(cue.name) at 100 ms, sound \(soundOn)")
            }
        }
    }

    @Test("The fanfare is at least as loud as a passed card, and at most as loud as a guessed one")
    func fanfare() throws {
        let game = try ShippedGame("kape")
        let levels = try ["pass", "legend", "correct"].map {
            Loudness(of: game.mix(try game.cue($0), FeedbackSettings())).maximumMomentary
        }
        #expect(levels == levels.sorted())
    }

    @Test("No single cue reaches full scale, and the wins use the available headroom", arguments: ShippedGame.names)
    func headroom(name: String) throws {
        let game = try ShippedGame(name)
        for cue in game.cues {
            let peak = Loudness(of: game.mix(cue, FeedbackSettings())).truePeak
            #expect(peak <= -0.5, "\(cue.name) peaks at \(peak) dBTP")
            if cue.loudness == .win { #expect(peak > -5, "\(cue.name) peaks at \(peak) dBTP") }
        }
    }

    @Test("A laptop's loudspeaker takes at most 6 LU from the sound of a cue", arguments: ShippedGame.names)
    func laptop(name: String) throws {
        let game = try ShippedGame(name)
        for cue in game.cues where game.sound(of: cue).frameCount > 0 {
            let sound = game.sound(of: cue)
            let lost = Loudness(of: sound).maximumMomentary - Loudness(of: sound.onLaptop).maximumMomentary
            #expect(lost <= 6, "\(cue.name) loses \(lost) LU")
        }
    }

    @Test("The win has a body at 60 to 110 Hz and partials at 160 to 400 Hz")
    func thud() throws {
        let game = try ShippedGame("kape")
        let mix = game.mix(try game.cue("correct"), FeedbackSettings())
        let whole = mix.energy(in: 20...20_000)
        #expect(mix.energy(in: 60...110) / whole > 0.15)
        #expect(mix.energy(in: 160...400) / whole > 0.06)
    }

    @Test("A failure only falls in pitch and has almost nothing above 2 kHz")
    func failure() throws {
        let sound = try shipped("pocket/fall").onBothSides
        #expect(sound.energy(in: 2_000...20_000) / sound.energy(in: 20...20_000) < 0.001)
        func lowest(_ frames: Range<Int>) -> Double {
            let part = Sound(sampleRate: 48_000, channels: sound.channels.map { Array($0[frames]) })
            let bands = (40...300).map { Double($0) - 0.5...Double($0) + 0.5 }
            let energies = part.energies(in: bands)
            return 40 + Double(energies.indices.max { energies[$0] < energies[$1] } ?? 0)
        }
        let pitches = [lowest(0..<4_000), lowest(4_000..<8_000), lowest(8_000..<12_000)]
        #expect(pitches == pitches.sorted(by: >) && abs(pitches[0] - 220) < 12, "\(pitches) Hz")
    }

    @Test("Nothing in a child's game is louder than normal, shrill, or a rumble")
    func gentle() throws {
        let game = try ShippedGame("magic")
        #expect(game.cues.allSatisfy { $0.loudness <= .normal })
        for recipe in Recipe.all where recipe.name.hasPrefix("magic/") {
            let sound = try shipped(recipe.name).onBothSides
            let whole = sound.energy(in: 20...20_000)
            #expect(sound.energy(in: 5_000...20_000) / whole < 0.05, "\(recipe.name)")
            #expect(sound.energy(in: 20...150) / whole < 0.05, "\(recipe.name)")
        }
    }

    @Test("Most of the alarm lies from 0.8 to 2.5 kHz, which every loudspeaker plays")
    func alarm() throws {
        let sound = try shipped("kape/alarm")
        #expect(sound.energy(in: 800...2_500) / sound.energy(in: 20...20_000) > 0.5)
    }
}
