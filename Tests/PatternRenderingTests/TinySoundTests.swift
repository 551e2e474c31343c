import Testing
import ThudCore
import ThudPatterns
import ThudSoundFiles

@testable import ThudPatternRendering

/// Tests sounds so short that one frame of the rendition may pass all of one, or pass it several times.
@Suite struct TinySoundTests {
    private static func loop(_ duration: Double, pitch: Double) -> HapticEvent {
        var event = HapticEvent(.audioCustom, duration: duration)
        event.waveformPath = "tiny"
        event.loops = true
        event.pitch = pitch
        return event
    }

    /// Returns the left channel of a loop of `samples` whose pitch a step moves up to an octave, without the ramp at
    /// its end.
    private static func looped(_ samples: [Float]) -> ArraySlice<Float> {
        let step = DynamicParameter(.audioPitch, at: 0, value: 0.5)
        let pattern = HapticPattern([loop(0.1, pitch: 0.5)], parameters: [step])
        let sounds = PatternSounds(["tiny": Sound(sampleRate: 8_000, channels: [samples])])
        return Rendition.sounds(of: pattern, sounds, sampleRate: 8_000).left.dropLast(40)
    }

    @Test func `a loop of one frame holds its value at any speed`() {
        #expect(Self.looped([0.5]) == ArraySlice(repeating: 0.5, count: 760))
    }

    @Test func `a loop of odd length at double speed plays all frames in two passes`() {
        let heard = Self.looped([0.1, 0.2, 0.3])
        #expect(heard == ArraySlice((0..<760).map { [0.1, 0.3, 0.2][$0 % 3] }))
    }

    @Test(arguments: 0..<400)
    func `any pattern of tiny sounds renders to finite samples`(seed: Int) {
        var dice = SeededGenerator(seed: UInt64(seed))
        let rate = [8_000, 44_100, 48_000][dice.index(below: 3)]
        let rendition = Rendition(
            Self.pattern(&dice), sounds: Self.sounds(&dice), as: [.heard, .drive][dice.index(below: 2)],
            sampleRate: rate)
        #expect(rendition.left.count == rendition.right.count)
        #expect((rendition.left + rendition.right).allSatisfy { $0.isFinite })
    }

    // MARK: Random patterns

    private static let paths = ["a", "b", "c"]

    /// Returns a sound for each path, of 1 to 64 frames and 1 or 2 channels.
    private static func sounds(_ dice: inout SeededGenerator) -> PatternSounds {
        var sounds: [String: Sound] = [:]
        for path in paths {
            let frames = 1 + dice.index(below: dice.chance(0.5) ? 3 : 64)
            let channels = (0...dice.index(below: 2)).map { _ in (0..<frames).map { _ in Float(dice.between(-1, 1)) } }
            sounds[path] = Sound(sampleRate: 48_000, channels: channels)
        }
        return PatternSounds(sounds)
    }

    private static func pattern(_ dice: inout SeededGenerator) -> HapticPattern {
        let ids = DynamicParameterID.allCases
        let events = (0...dice.index(below: 4)).map { _ in event(&dice) }
        let steps = (0..<dice.index(below: 4)).map { _ in
            let id = ids[dice.index(below: ids.count)]
            return DynamicParameter(id, at: dice.between(0, 0.05), value: edge(&dice))
        }
        let curves = (0..<dice.index(below: 3)).map { _ in
            let id = ids[dice.index(below: ids.count)]
            let points = (0...dice.index(below: 3)).map { _ in
                ParameterCurve.Point(time: dice.between(0, 0.05), value: edge(&dice))
            }
            return ParameterCurve(id, at: dice.between(0, 0.02), points: points)
        }
        return HapticPattern(events, parameters: steps, curves: curves)
    }

    private static func event(_ dice: inout SeededGenerator) -> HapticEvent {
        let kind: HapticEvent.Kind = dice.chance(0.8) ? .audioCustom : .audioContinuous
        let duration = [nil, 0, dice.between(0, 0.001), dice.between(0, 0.05)][dice.index(below: 4)]
        var event = HapticEvent(kind, at: dice.chance(0.5) ? 0 : dice.between(0, 0.05), duration: duration)
        event.waveformPath = paths[dice.index(below: paths.count)]
        event.loops = dice.chance(0.7)
        event.usesVolumeEnvelope = dice.chance(0.7)
        for id in EventParameterID.allCases where dice.chance(0.4) {
            // Releases are up to 32 ms, because long ones are no more likely to fail.
            event[id] = id == .releaseTime ? dice.between(0, 0.25) : edge(&dice)
        }
        return event
    }

    /// Returns a parameter value, often at an end of its range or beyond it, and sometimes NaN.
    private static func edge(_ dice: inout SeededGenerator) -> Double {
        [-1, 0, 1, 2, .nan, dice.between(-1, 1), dice.between(-1, 1)][dice.index(below: 7)]
    }
}
