import Testing
import ThudCore
import ThudPatternComparison
import ThudPatterns

private func tap(_ time: Double, _ intensity: Double = 1, _ sharpness: Double = 0.5) -> HapticEvent {
    HapticEvent(.transient, at: time, intensity: intensity, sharpness: sharpness)
}

private func compared(_ first: [HapticEvent], _ second: [HapticEvent]) -> PatternComparison {
    compared(HapticPattern(first), HapticPattern(second))
}

private func compared(_ first: HapticPattern, _ second: HapticPattern) -> PatternComparison {
    let renderer = HapticRenderer(sampleRate: Double(SignalComparison.sampleRate))
    return PatternComparison(
        first, second, signals: SignalComparison(renderer.drive(first), renderer.drive(second)))
}

private func curve(_ id: DynamicParameterID, _ points: [(Double, Double)]) -> ParameterCurve {
    ParameterCurve(id, at: 0, points: points.map { .init(time: $0.0, value: $0.1) })
}

@Suite("Two patterns are compared as they are felt") struct PatternComparisonTests {
    @Test func `equal patterns do not differ`() {
        let same = compared(HapticPreset.error.pattern.events, HapticPreset.error.pattern.events)
        #expect(same.differences == [] && same.largest == 0)
        // The duration of a tap is no part of what is felt.
        let taps = [0.1, 0.5].map { [tap(0), tap(0.6).moved(to: 0.6, lasting: $0)] }
        #expect(compared(taps[0], taps[1]).differences == [])
        #expect(same.signals.similarity.map { [$0.stSim, $0.spqi] } == [1, 1])
    }

    @Test func `what nobody feels stays below one`() {
        let moved = compared([tap(0), tap(0.5)], [tap(0), tap(0.512, 0.95)])
        #expect(
            moved.differences.map(\.change) == [
                .changed("start", from: 0.5, to: 0.512), .changed("HapticIntensity", from: 1, to: 0.95),
            ])
        #expect(moved.differences.map(\.time) == [0.5, 0.5])
        #expect(abs(moved.differences[0].noticeable - 0.5) < 1e-9)
        #expect(moved.largest < 1, "\(moved.largest)")
    }

    @Test(arguments: [tap(0.53), tap(0.5, 0.8), tap(0.5, 1, 0.9)])
    func `what is felt is above one`(other: HapticEvent) {
        let changed = compared([tap(0), tap(0.5)], [tap(0), other])
        #expect(changed.differences.count == 1 && changed.largest >= 1, "\(changed.differences)")
        #expect(changed.felt == changed.largest && !changed.isHeard)
    }

    @Test func `an inserted event shifts no pairs, however close it is`() {
        let first = (0..<40).map { tap(0.05 * Double($0)) }
        for place in [0, 7, 39] {
            var second = first
            second.insert(tap(0.05 * Double(place) + 0.02, 0.6), at: place + 1)
            #expect(compared(first, second).differences.map(\.change) == [.added], "\(place)")
            let removed = compared(second, first)
            #expect(removed.differences.map(\.change) == [.removed] && !removed.isHeard, "\(place)")
        }
    }

    @Test func `long lists of different lengths are paired along their diagonal`() {
        let first = (0..<3_000).map { tap(0.05 * Double($0)) }
        let second = first.enumerated().filter { $0.offset % 10 != 9 }.map(\.element)
        let compared = compared(first, second)
        #expect(compared.differences.count == 300 && compared.differences.allSatisfy { $0.change == .removed })
        #expect(compared.largest == .infinity)
    }

    @Test(arguments: [0..<3, 0..<700, 400..<401, 990..<1_000])
    func `equal events are paired, however many more the other pattern has`(kept: Range<Int>) {
        let all = (0..<1_000).map { tap(0.1 * Double($0)) }
        let some = Array(all[kept])
        let added = compared(some, all).differences
        #expect(added.count == 1_000 - kept.count && added.allSatisfy { $0.change == .added })
        let removed = compared(all, some).differences
        #expect(removed.count == added.count && removed.allSatisfy { $0.change == .removed })
    }

    @Test func `many events at one time are paired in their order`() {
        let many = (0..<600).map { tap(0.5, 0.1 + 0.9 * Double($0) / 600) }
        #expect(compared(many + [tap(1)], many).differences.map(\.change) == [.removed])
    }

    @Test(arguments: [0.0, 1]) func `beside what is felt, a sound that only one pattern has counts if it is heard`(
        volume: Double
    ) {
        var sound = HapticEvent(.audioCustom)
        (sound.waveformPath, sound.volume) = ("a.wav", volume)
        #expect(compared([tap(0)], [tap(0, 0.7), sound]).largest.isFinite == (volume == 0))
    }

    @Test(arguments: [(0.95, false), (0.85, true)])
    func `a sound louder by an eighth is more than a noticeable difference`(volume: Double, isNoticeable: Bool) {
        func sound(_ volume: Double) -> [HapticEvent] {
            var sound = HapticEvent(.audioCustom)
            (sound.waveformPath, sound.volume) = ("a.wav", volume)
            return [sound]
        }
        let compared = compared(sound(1), sound(volume))
        #expect(compared.differences.map(\.change) == [.changed("AudioVolume", from: 1, to: volume)])
        #expect((compared.largest >= 1) == isNoticeable && compared.felt == 0, "\(compared.largest)")
    }

    @Test func `another sound beside equal haptics is heard, and not felt`() {
        let sounds = ["a.wav", "b.wav"].map { path in
            var sound = HapticEvent(.audioCustom)
            sound.waveformPath = path
            return [tap(0), sound]
        }
        let compared = compared(sounds[0], sounds[1])
        #expect(compared.differences.map(\.change) == [.sound(from: "a.wav", to: "b.wav")])
        #expect(compared.largest == .infinity && compared.felt < 1 && compared.isHeard)
    }

    @Test func `an event that is too weak beside the others makes no difference`() {
        let compared = compared([tap(0)], [tap(0), tap(0.3, 0.05)])
        #expect(compared.differences.map(\.change) == [.added] && compared.largest < 1, "\(compared.largest)")
    }

    @Test func `a small difference stays small beside a larger one`() {
        let hums = [(1, 0.8), (1.001, 0.76)].map {
            [HapticEvent(.continuous, duration: $0, intensity: $1, sharpness: 0.4)]
        }
        let compared = compared(hums[0], hums[1])
        let longer = compared.differences.first { $0.change == .changed("duration", from: 1, to: 1.001) }
        #expect(compared.felt > 0.3 && compared.felt < 1 && longer?.noticeable ?? 1 < 0.05, "\(compared.differences)")
    }

    @Test func `the sharpness of what is too weak beside the rest is no difference`() {
        let hum = HapticEvent(.continuous, duration: 0.5, intensity: 1, sharpness: 0.5)
        let tails = [0.1, 0.9].map { HapticEvent(.continuous, at: 0.6, duration: 0.4, intensity: 0.05, sharpness: $0) }
        #expect(compared([hum, tails[0]], [hum, tails[1]]).sharpness == nil)
    }

    @Test func `a short pause in a vibration is a difference`() throws {
        let hum = HapticEvent(.continuous, duration: 1, intensity: 0.8, sharpness: 0.4)
        let parts = [0, 0.54].map {
            HapticEvent(.continuous, at: $0, duration: $0 == 0 ? 0.5 : 0.46, intensity: 0.8, sharpness: 0.4)
        }
        for envelope in [compared([hum], parts), compared(parts, [hum])].map(\.signals.envelope) {
            let envelope = try #require(envelope)
            #expect(envelope.noticeable > 1 && (0.5...0.56).contains(envelope.time), "\(envelope)")
        }
    }

    @Test func `nothing against something, and kinds that differ`() {
        #expect(compared([], []).largest == 0)
        let onlyOne = compared([], [tap(0)])
        #expect(onlyOne.differences.map(\.change) == [.added] && onlyOne.signals.largest == .infinity)
        let hum = HapticEvent(.continuous, duration: 0.2, intensity: 0.5, sharpness: 0.5)
        #expect(Set(compared([tap(0)], [hum]).differences.map(\.change)) == [.added, .removed])
        #expect(compared([tap(0.5), hum], []).differences.map(\.time) == [0, 0.5], "in order of time")
        // A silent event is not felt.
        #expect(compared([tap(0)], [tap(0), tap(0.3, 0)]).largest == 0)
    }

    @Test func `values that a curve gives equal those that are written`() {
        // Each tap of the second pattern is in a notch of its curve.
        let notched = [
            (0, 1), (0.24999, 0.8), (0.25, 1), (0.25001, 0.8), (0.74999, 0.4), (0.75, 1), (0.75001, 0.4), (1, 0.2),
        ]
        let hum = HapticEvent(.continuous, duration: 1, intensity: 0.8, sharpness: 0.1)
        let curved = HapticPattern(
            [hum, tap(0.25), tap(0.75)],
            curves: [curve(.hapticIntensity, [(0, 1), (1, 0.2)]), curve(.hapticSharpness, [(0, 0.3)])])
        let written = HapticPattern(
            [
                HapticEvent(.continuous, duration: 1, intensity: 0.8, sharpness: 0.4), tap(0.25, 0.8, 0.8),
                tap(0.75, 0.4, 0.8),
            ], curves: [curve(.hapticIntensity, notched)])
        let same = compared(curved, written)
        #expect(same.differences == [] && same.sharpness == nil && same.largest < 0.01, "\(same.largest)")
        let halved = HapticPattern([tap(0.5)], curves: [curve(.hapticIntensity, [(0, 0.5)])])
        let weaker = compared(HapticPattern([tap(0.5)]), halved)
        #expect(weaker.differences.map(\.change) == [.changed("HapticIntensity", from: 1, to: 0.5)])
    }

    @Test func `an attack equals the curve that draws it`() {
        var rising = HapticEvent(.continuous, duration: 1, intensity: 0.8, sharpness: 0.4)
        rising.attackTime = 0.5
        let hum = HapticEvent(.continuous, duration: 1, intensity: 0.8, sharpness: 0.4)
        let drawn = HapticPattern([hum], curves: [curve(.hapticIntensity, [(0, 0), (EnvelopeTime.seconds(0.5), 1)])])
        let same = compared(HapticPattern([rising]), drawn)
        #expect(same.differences.contains { $0.change == .changed("AttackTime", from: 0.5, to: 0) })
        #expect(same.largest < 0.3, "\(same.differences)")
        #expect(compared([rising], [hum]).largest > 1)
    }

    @Test func `a curve in two parts is no difference, even if intensity and sharpness jump at their joint`() {
        let loud = HapticEvent(.continuous, duration: 0.1, intensity: 1, sharpness: 0.5)
        let hum = HapticEvent(.continuous, at: 0.8, duration: 0.9, intensity: 0.3, sharpness: 0.1)
        func curve(_ id: DynamicParameterID, at start: Double, _ points: [(Double, Double)]) -> ParameterCurve {
            ParameterCurve(id, at: start, points: points.map { .init(time: $0.0, value: $0.1) })
        }
        // 0.8 + 0.622 is a little later than 1.422.
        let fall = curve(.hapticIntensity, at: 0.8, [(0, 1), (0.622, 1), (0.622, 0.3), (0.9, 0.3)])
        let whole = curve(.hapticSharpness, at: 0.8, [(0, 0), (0.622, 0), (0.622, 0.5), (0.9, 0.5)])
        let parts = [
            curve(.hapticSharpness, at: 0.8, [(0, 0), (0.622, 0)]),
            curve(.hapticSharpness, at: 1.422, [(0, 0), (0, 0.5), (0.278, 0.5)]),
        ]
        let split = compared(
            HapticPattern([loud, hum], curves: [fall, whole]), HapticPattern([loud, hum], curves: [fall] + parts))
        #expect(split.sharpness == nil, "\(String(describing: split.sharpness))")
    }

    @Test func `a point at the start that the next one replaces at once is no difference`() {
        let hum = HapticEvent(.continuous, duration: 1, intensity: 1, sharpness: 0)
        let rest = [(0, 0.6), (0.000_005, 0), (0.000_015, 0.6), (1, 0.6)]
        let patterns = [[(0, 0)] + rest, rest].map {
            HapticPattern(
                [hum, tap(0.000_005)],
                curves: [
                    curve(.hapticIntensity, [(0, 0), (0.000_005, 1), (0.000_015, 0.5), (1, 0.4)]),
                    curve(.hapticSharpness, $0),
                ])
        }
        #expect(compared(patterns[0], patterns[1]).sharpness == nil)
    }

    @Test func `a sharpness that a curve moves is a difference, and one that comes a little later is none`() throws {
        let hum = HapticEvent(.continuous, duration: 1, intensity: 0.8, sharpness: 0.5)
        func moving(_ points: [(Double, Double)]) -> HapticPattern {
            HapticPattern([hum], curves: [curve(.hapticSharpness, points)])
        }
        let turned = compared(moving([(0, -0.3), (1, 0.3)]), moving([(0, 0.3), (1, -0.3)]))
        let sharpness = try #require(turned.sharpness)
        #expect(turned.differences == [] && turned.largest >= sharpness.noticeable && sharpness.noticeable > 2)
        #expect(abs(sharpness.first - sharpness.second) > 0.5 && !(0.1...0.9).contains(sharpness.time), "\(sharpness)")
        let bump = try #require(compared(moving([(0, 0)]), moving([(0, 0), (0.5, 0), (0.6, 0.4), (0.7, 0)])).sharpness)
        #expect(bump.noticeable > 1 && (0.5...0.7).contains(bump.time), "\(bump)")
        let steps = [0.5, 0.52].map { moving([(0, -0.3), ($0, -0.3), ($0, 0.3)]) }
        let later = compared(steps[0], steps[1])
        #expect(later.sharpness?.noticeable ?? 0 < 1 && later.largest < 1, "\(later.largest)")
    }

    @Test func `a step at the end of a vibration does not belong to it`() {
        let hum = HapticEvent(.continuous, at: 0.25, duration: 0.5, intensity: 0.8, sharpness: 0.9)
        let before = DynamicParameter(.hapticSharpness, at: 0, value: -0.9)
        let begins = DynamicParameter(.hapticSharpness, at: 0.2491, value: 0)
        let ends = DynamicParameter(.hapticSharpness, at: 0.75, value: -0.9)
        let followed = HapticPattern([hum], parameters: [before, begins, ends])
        #expect(compared(HapticPattern([hum]), followed).sharpness == nil)
        // 20.036 + 0.149 is a little more than 20.185.
        let late = HapticEvent(.continuous, at: 20.036, duration: 0.149, intensity: 1, sharpness: 0.9)
        let steps = [(0, 0.2), (20.185, 1)].map { DynamicParameter(.hapticIntensity, at: $0, value: $1) }
        let reset = DynamicParameter(.hapticSharpness, at: 20.185, value: -0.9)
        let after = HapticPattern([late], parameters: steps + [reset])
        #expect(compared(HapticPattern([late], parameters: steps), after).sharpness == nil)
    }

    @Test func `a sharpness of a millisecond is no difference`() {
        let hum = HapticEvent(.continuous, duration: 1, intensity: 0.8, sharpness: 0.1)
        let spikes = (1...9).flatMap { index -> [(Double, Double)] in
            let time = Double(index) / 10
            return [(time, 0), (time + 0.001, 0.8), (time + 0.002, 0)]
        }
        let spiked = HapticPattern([hum], curves: [curve(.hapticSharpness, [(0, 0)] + spikes + [(1, 0)])])
        #expect(compared(HapticPattern([hum]), spiked).sharpness?.noticeable ?? 0 < 1)
    }

    @Test func `the envelope is compared with patience for time, and tells where it differs`() throws {
        let hum = HapticEvent(.continuous, duration: 1, intensity: 0.8, sharpness: 0.4)
        let later = HapticEvent(.continuous, at: 0.02, duration: 1, intensity: 0.8, sharpness: 0.4)
        #expect(compared([hum], [later]).largest < 1)
        var (weak, strong) = ([hum], [hum])
        weak.append(HapticEvent(.continuous, at: 1.5, duration: 0.5, intensity: 0.5, sharpness: 0.4))
        strong.append(HapticEvent(.continuous, at: 1.5, duration: 0.5, intensity: 0.7, sharpness: 0.4))
        let envelope = try #require(compared(weak, strong).signals.envelope)
        #expect(abs(envelope.decibels - 5.84) < 0.1 && (1.4...2.1).contains(envelope.time), "\(envelope)")
    }

    @Test func `half a millisecond more between two taps is not felt as a deeper pause`() {
        for milliseconds in stride(from: 24.0, to: 60, by: 1.7) {
            let taps = [0, 0.0005].map { [tap(0.1001), tap(0.1001 + milliseconds / 1000 + $0)] }
            let compared = compared(taps[0], taps[1])
            #expect(compared.largest < 0.8, "\(milliseconds) ms: \(compared.largest)")
        }
    }
}
