import CueSounds
import Testing
import ThudCues
import ThudPatterns
import ThudSoundFiles
import ThudSoundRecipes

@Suite("Looping sounds")
struct LoopTests {
    static let loops = Recipe.all.filter { $0.ends == .joined }

    /// Returns the highest spectral flux across the loop point, relative to the median of the whole.
    func seam(of sound: Sound) -> Double {
        let flux = SpectralFlux(sound, isAround: true)
        let all = flux.all.sorted()
        return (flux.joint.max() ?? 0) / all[all.count / 2]
    }

    @Test("The loop point is inaudible, with spectral flux below 1.5 times the median", arguments: loops)
    func joint(recipe: Recipe) throws {
        #expect(seam(of: try shipped(recipe.name)) < 1.5)
    }

    @Test("The loop point is inaudible at other device rates", arguments: loops, [44_100, 96_000])
    func otherRates(recipe: Recipe, rate: Int) throws {
        let seam = seam(of: try shipped(recipe.name).resampledAsLoop(to: rate))
        #expect(seam < 1.5, "\(seam)")
    }

    @Test("An audible loop point is detected, such as 10 ms of silence between fades of 5 ms", arguments: loops)
    func pause(recipe: Recipe) throws {
        let sound = try shipped(recipe.name)
        let channels = sound.channels.map { channel in
            channel.indices.map { index in
                let fromJoint = min(index, channel.count - 1 - index)
                return channel[index] * Float(min(max(fromJoint - 240, 0), 240)) / 240
            }
        }
        #expect(seam(of: Sound(sampleRate: 48_000, channels: channels)) > 1.5)
    }

    @Test("Neighbouring samples across the loop point differ no more than elsewhere", arguments: loops)
    func step(recipe: Recipe) throws {
        for channel in try shipped(recipe.name).channels {
            let steps = zip(channel.dropFirst(), channel).map { abs($0 - $1) }.sorted()
            let first = try #require(channel.first), last = try #require(channel.last)
            #expect(abs(first - last) <= steps[steps.count * 999 / 1_000])
        }
    }

    @Test("Each loop is audible from its first millisecond, because it may begin anywhere", arguments: loops)
    func start(recipe: Recipe) throws {
        for channel in try shipped(recipe.name).channels {
            func level(_ samples: ArraySlice<Float>) -> Float {
                (samples.reduce(0) { $0 + $1 * $1 } / Float(samples.count)).squareRoot()
            }
            #expect(level(channel.prefix(48)) > 0.1 * level(channel[...]))
        }
    }

    @Test("A looping cue has only sound, because its haptics are judged pulse by pulse")
    func wholeCue() throws {
        let loops = try ShippedGame("magic").cues.filter { $0.lasts == .loop }
        #expect(loops.map(\.name) == ["magic/sparkles", "magic/snow", "magic/bubbles"])
        #expect(loops.allSatisfy { $0.hasSound && !$0.hasHaptics })
    }

    @Test("A pulse is a light swell without an onset, and ends before the next one")
    func pulse() throws {
        let cue = try #require(try ShippedGame("magic").cues.first { $0.name == "magic/pulse" })
        #expect(cue.isSwell && cue.pattern.events.allSatisfy { $0.intensity == 0.25 })
        // Bubbles have the fastest pulse, twice a second.
        #expect(HapticRenderer().drive(cue.pattern).count < 24_000)
    }
}
