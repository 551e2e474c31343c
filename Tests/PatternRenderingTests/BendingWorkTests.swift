import Testing
import ThudCore
import ThudPatterns
import ThudSoundFiles

@testable import ThudPatternRendering

/// Tests how much work the resampler does for a pattern, counted in frames.
@Suite struct BendingWorkTests {
    private static let rate = 48_000

    private static func grain(
        _ index: Int, seconds: Double? = 0.001, pitch: Double = 0.5, loops: Bool = false
    ) -> HapticEvent {
        var event = HapticEvent(.audioCustom, at: Double(index) / 1_000, duration: seconds)
        event.waveformPath = "long"
        event.pitch = pitch
        event.loops = loops
        return event
    }

    private static func orders(_ events: [HapticEvent], of sound: Sound) -> [VarispeedOrder] {
        let evaluation = HapticEvaluation(HapticPattern(events))
        return VarispeedOrder.orders(
            for: events.compactMap { FilePlay($0, of: sound, evaluation, sampleRate: rate) })
    }

    private static let minute = Sound(sampleRate: rate, channels: [[Float](repeating: 0.1, count: 58 * rate)])

    @Test func `the most grains of a long sound are resampled once, as far as the longest`() {
        let events = (0..<HapticLimits.events).map { Self.grain($0, seconds: $0 == 7 ? 0.01 : 0.001) }
        let orders = Self.orders(events, of: Self.minute)
        #expect(orders.count == 1)
        #expect(orders.map(\.resampledFrames) == [480])
        #expect(orders[0].plays.count == HapticLimits.events)
        let resampled = orders[0].plays[0].resample?.applied(to: Self.minute, sampleRate: Self.rate, upTo: 480)
        #expect(resampled?.frameCount == 480)
    }

    @Test func `each distinct pitch is resampled for as long as it is heard`() {
        let events = (0..<1_000).map { Self.grain($0, pitch: Double($0 + 1) / 1_000) }
        let orders = Self.orders(events, of: Self.minute)
        #expect(orders.count == 1_000)
        #expect(orders.map(\.resampledFrames).reduce(0, +) == 48_000)
    }

    @Test func `sounds that loop or play to their end are resampled once, to their end`() {
        let sound = Sound(sampleRate: Self.rate, channels: [[Float](repeating: 0.1, count: Self.rate)])
        let events = [Self.grain(0, seconds: nil), Self.grain(5, seconds: 10, loops: true), Self.grain(9, seconds: 10)]
        #expect(Self.orders(events, of: sound).map(\.resampledFrames) == [33_941])
    }

    @Test func `the resampler never makes more frames than are played`() {
        var dice = SeededGenerator(seed: 5)
        let sound = Sound(sampleRate: Self.rate, channels: [[Float](repeating: 0.1, count: 5_000)])
        let events = (0..<500).map { index in
            Self.grain(
                index, seconds: dice.chance(0.2) ? nil : dice.between(0, 0.2),
                pitch: Double(dice.index(below: 9)) / 4 - 1, loops: dice.chance(0.5))
        }
        for order in Self.orders(events, of: sound) {
            #expect(order.resampledFrames <= order.plays.map(\.frames).reduce(0, +))
            #expect(order.resampledFrames <= order.plays[0].resample?.frameCount ?? 0)
        }
    }

    @Test func `a grain equals the start of a full playback`() {
        var dice = SeededGenerator(seed: 3)
        let noise = (0..<20_000).map { _ in Float(dice.between(-1, 1)) }
        let sounds = PatternSounds(["long": Sound(sampleRate: Self.rate, channels: [noise])])
        func left(_ seconds: Double?) -> [Float] {
            Rendition.sounds(
                of: HapticPattern([Self.grain(0, seconds: seconds)]), sounds, sampleRate: Self.rate
            ).left
        }
        let (grain, whole) = (left(0.1), left(nil))
        #expect(grain.count == 4_800)
        // The ramp at the grain's end is left out, as is the effect of a volume step at either end.
        let errors = zip(grain, whole).prefix(4_500).map { abs($0 - $1) }
        #expect(errors.max() ?? 1 < 1e-6)
    }
}
