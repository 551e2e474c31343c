import Glibc
import Testing
import ThudCore
import ThudPatterns
import ThudSoundFiles

@testable import ThudPatternRendering

/// Tests the rendering of sounds and haptics together by measuring the output.
@Suite struct RenditionTests {
    private static let rate = 48_000

    /// Returns an `AudioCustom` that plays `tone`, a second of 440 Hz at half of full scale.
    private func file(
        at time: Double = 0, duration: Double? = nil, _ change: (inout HapticEvent) -> Void = { _ in }
    ) -> HapticEvent {
        var event = HapticEvent(.audioCustom, at: time, duration: duration)
        event.waveformPath = "tone"
        change(&event)
        return event
    }

    private static let tone = PatternSounds([
        "tone": Sound(sampleRate: rate, channels: [sine(440, seconds: 1).map { 0.5 * $0 }])
    ])

    private func left(
        _ events: [HapticEvent], parameters: [DynamicParameter] = [], curves: [ParameterCurve] = []
    ) -> [Float] {
        let pattern = HapticPattern(events, parameters: parameters, curves: curves)
        return Rendition(pattern, sounds: Self.tone, as: .heard).left
    }

    @Test func `a sound plays at its time, complete and unchanged`() {
        let heard = left([file(at: 0.25)])
        #expect(heard.count == 60_000)
        #expect(heard[..<12_000].allSatisfy { $0 == 0 })
        #expect(Array(heard[12_000...]) == Self.tone.sounds["tone"]?.channels[0])
    }

    @Test func `a duration longer than the sound or the tap pads it with silence`() {
        let padded = Rendition(HapticPattern([file(duration: 1.5)]), sounds: Self.tone, as: .heard)
        #expect(padded.seconds == 1.5)
        #expect(padded.left.count == 72_000 && padded.right.count == 72_000)
        #expect(Array(padded.left[..<48_000]) == Self.tone.sounds["tone"]?.channels[0])
        #expect(padded.left[48_000...].allSatisfy { $0 == 0 })
        let tap = Rendition(
            HapticPattern([HapticEvent(.transient, at: 0, duration: 1)]), sounds: .none, as: .drive)
        #expect(tap.left.count == 48_000)
        #expect(tap.haptic.count < 4_800)
    }

    @Test func `the length includes a sound that ends with its file`() {
        #expect(Rendition(HapticPattern([file(at: 0.25)]), sounds: Self.tone, as: .heard).seconds == 1.25)
    }

    @Test func `a sound longer than a pattern may be plays to its end`() {
        let song = Sound(sampleRate: 8_000, channels: [.init(repeating: 0.5, count: 2_800_000)])
        let sounds = PatternSounds(["tone": song])
        let heard = Rendition(HapticPattern([file()]), sounds: sounds, as: .heard, sampleRate: 8_000)
        #expect(heard.seconds == 350 && heard.left.last == 0.5)
    }

    @Test func `missing durations of files and tones are written out`() {
        let pattern = HapticPattern([
            file(at: 0.25), file(duration: 0.1), file { $0.pitch = 1 }, HapticEvent(.audioContinuous, at: 0.5),
            HapticEvent(.audioCustom), HapticEvent(.transient, at: 2),
        ])
        let timed = Self.tone.timed(pattern, sampleRate: Self.rate)
        #expect(timed.events.map(\.duration) == [1, 0.1, 0.5, pattern.duration - 0.5, nil, nil])
        let tone = HapticEvent(.audioContinuous, at: 0.2)
        #expect(Self.tone.timed(HapticPattern([tone]), sampleRate: Self.rate).events[0].duration == 30)
        let beside = Self.tone.timed(HapticPattern([tone, file()]), sampleRate: Self.rate)
        #expect(abs((beside.events[0].duration ?? 0) - 0.8) < 1e-9)
        let later = Self.tone.timed(HapticPattern([tone, file(at: 0.25)]), sampleRate: Self.rate)
        #expect(abs((later.events[0].duration ?? 0) - 1.05) < 1e-9)
        let rung = HapticPattern([file(at: 0.25)])
        let whole = Rendition(rung, sounds: Self.tone, as: .heard).seconds
        #expect(Self.tone.timed(rung, sampleRate: Self.rate).duration == whole)
    }

    @Test(arguments: [(-1.0, 220.0), (-0.5, 311.127), (0, 440), (0.5, 622.254), (1, 880)])
    func `pitch moves a sound by up to an octave and scales its length`(pitch: Double, hertz: Double) {
        let heard = left([file { $0.pitch = pitch }])
        #expect(abs(Double(heard.count) - 48_000 * 440 / hertz) <= 2)
        #expect(abs(frequency(of: heard) - hertz) < 0.5)
        // The ends are left out, because the resampler hears the silence beyond them. The resampler produces whole
        // rates, so the pitch is off by a 300,000th at most.
        let made = 440 * 48_000 / (48_000 * 440 / hertz).rounded()
        let ideal = sine(made, seconds: Double(heard.count) / 48_000).map { 0.5 * $0 }
        let error = zip(heard, ideal).dropFirst(200).dropLast(200).map { abs($0 - $1) }.max() ?? 1
        #expect(error < 1e-4, "\(error)")
    }

    @Test func `a pitch curve changes the pitch during playback`() {
        let curve = ParameterCurve(
            .audioPitch, at: 0, points: [.init(time: 0, value: 0), .init(time: 0.5, value: 1)])
        let heard = left([file()], curves: [curve])
        #expect(abs(frequency(of: Array(heard[..<2400])) - 440) < 40)
        #expect(abs(frequency(of: Array(heard[24_500..<29_000])) - 880) < 5)
    }

    @Test(arguments: [(1.0, -1.0), (-1, 1), (0, -0.5)])
    func `a sound whose pitch moves plays to its end`(from: Double, to: Double) {
        let curve = ParameterCurve(
            .audioPitch, at: 0,
            points: [.init(time: 0, value: from), .init(time: 0.2, value: from), .init(time: 0.3, value: to)])
        let heard = left([file()], curves: [curve])
        // The pitch of the ramp averages to the mean of an exponential.
        let (first, last) = (exp2(from), exp2(to))
        let passed = 0.2 * first + 0.1 * (last - first) / log(last / first)
        let seconds = 0.3 + (1 - passed) / last
        #expect(abs(Double(heard.count) / 48_000 - seconds) < 0.001)
        #expect(abs(peak(heard, around: seconds - 0.02) - 0.5) < 0.01)
    }

    @Test func `attack and release are as long as their adjusters require`() {
        let heard = left([
            file(duration: 0.5) {
                $0.attackTime = 0.5
                $0.releaseTime = 0.5
            }
        ])
        let length = EnvelopeTime.seconds(0.5)
        #expect(abs(Double(heard.count) / 48_000 - (0.5 + length)) < 0.001)
        #expect(abs(peak(heard, around: length / 2) - 0.25) < 0.02)
        #expect(abs(peak(heard, around: 0.4) - 0.5) < 0.005)
        #expect(abs(peak(heard, around: 0.5 + length / 2) - 0.25) < 0.02)
    }

    /// Returns an event that plays a hundredth of a second at half of full scale, and what is heard of it.
    private func steady(_ duration: Double?, _ change: (inout HapticEvent) -> Void) -> [Float] {
        let level = Sound(sampleRate: Self.rate, channels: [[Float](repeating: 0.5, count: 480)])
        let pattern = HapticPattern([file(duration: duration, change)])
        return Rendition(pattern, sounds: PatternSounds(["tone": level]), as: .heard).left
    }

    @Test(arguments: [(0.008, false), (0.05, true)])
    func `a sound that is cut off falls to 0 within 5 ms, also if it loops`(duration: Double, loops: Bool) {
        let heard = steady(duration) { $0.loops = loops }
        #expect(heard.count == Int((duration * 48_000).rounded()) && heard.last == 0)
        #expect(abs(heard[heard.count - 121] - 0.25) < 1e-5 && abs(heard[heard.count - 241] - 0.5) < 1e-5)
    }

    @Test func `a release takes the place of the fall of a sound that is cut off`() {
        let seconds = 0.02
        let heard = steady(0.05) {
            $0.loops = true
            $0.releaseTime = EnvelopeTime.adjuster(seconds: seconds)
        }
        #expect(heard.count == 3_360)
        for before in [60, 120, 480] {
            let rest = Double(before) / 48_000 / seconds
            #expect(abs(Double(heard[heard.count - before]) - 0.5 * rest) < 0.005, "\(before) frames before the end")
        }
    }

    @Test func `the release of a sound that has ended adds no silence`() {
        #expect(left([file { $0.releaseTime = 0.5 }]).count == 48_000)
    }

    @Test func `a sound without the volume envelope keeps its level`() {
        let heard = left([
            file {
                $0.usesVolumeEnvelope = false
                $0.attackTime = 1
                $0.releaseTime = 1
            }
        ])
        #expect(heard == Self.tone.sounds["tone"]?.channels[0])
    }

    @Test func `volume follows a step and a curve`() {
        let step = DynamicParameter(.audioVolume, at: 0.3, value: 0.4)
        let stepped = left([file()], parameters: [step])
        #expect(abs(peak(stepped, around: 0.2) - 0.5) < 0.005 && abs(peak(stepped, around: 0.5) - 0.2) < 0.005)
        let curve = ParameterCurve(
            .audioVolume, at: 0, points: [.init(time: 0, value: 0), .init(time: 1, value: 1)])
        let swelling = left([file()], curves: [curve])
        for share in [0.25, 0.5, 0.75] { #expect(abs(peak(swelling, around: share) - Float(share) / 2) < 0.01) }
    }

    @Test func `pan is a balance and follows its control`() {
        let pan = DynamicParameter(.audioPan, at: 0.5, value: 1)
        let pattern = HapticPattern([file()], parameters: [pan])
        let both = Rendition(pattern, sounds: Self.tone, as: .heard)
        #expect(abs(peak(both.left, around: 0.25) - 0.5) < 0.005 && abs(peak(both.right, around: 0.25) - 0.5) < 0.005)
        #expect(peak(both.left, around: 0.75) == 0)
        #expect(abs(peak(both.right, around: 0.75) - 0.5) < 0.005)
        let leftwards = ParameterCurve(.audioPan, at: 0, points: [.init(time: 0, value: 0), .init(time: 1, value: -1)])
        let moving = Rendition(HapticPattern([file()], curves: [leftwards]), sounds: Self.tone, as: .heard)
        for share in [0.25, 0.5, 0.75] {
            #expect(abs(peak(moving.left, around: share) - 0.5) < 0.005)
            #expect(abs(peak(moving.right, around: share) - Float(1 - share) / 2) < 0.01)
        }
    }

    @Test func `darker sounds have quieter highs, and full brightness changes nothing`() {
        let levels = [0, 0.25, 0.5, 0.75, 1].map { value in peak(left([file { $0.brightness = value }]), around: 0.5) }
        #expect(zip(levels, levels.dropFirst()).allSatisfy { $0 < $1 })
        // At brightness 0 the corner is 200 Hz, 1.14 octaves below the tone, which gives 1 / sqrt(1 + 2.2 squared).
        #expect(abs(levels[0] - 0.5 * 0.414) < 0.02)
        // The corner rises evenly in octaves, to 2 kHz at 0.5.
        #expect(abs(levels[2] - 0.5 * 0.977) < 0.005)
        #expect(abs(levels[4] - 0.5) < 1e-4)
        let curve = ParameterCurve(
            .audioBrightness, at: 0, points: [.init(time: 0, value: -1), .init(time: 1, value: 0)])
        let brighter = left([file { $0.brightness = 1 }], curves: [curve])
        for (index, share) in [0.25, 0.5, 0.75].enumerated() {
            #expect(abs(peak(brighter, around: share) - levels[index + 1]) < 0.01)
        }
    }

    @Test func `what moves fast moves from frame to frame, not in steps of a millisecond`() {
        func curve(_ id: DynamicParameterID) -> ParameterCurve {
            ParameterCurve(id, at: 0, points: [.init(time: 0, value: 0), .init(time: 0.01, value: -1)])
        }
        let event = file { $0.brightness = 1 }
        let pattern = HapticPattern([event], curves: [curve(.audioPan), curve(.audioBrightness)])
        let moving = SoundAutomation(event, HapticEvaluation(pattern), lasting: 1, sampleRate: Self.rate)
        for frame in 0..<480 {
            let rest = 1 - Double(frame) / 480
            #expect(abs(Double(moving.gains(at: frame).right) - rest) < 1e-5)
            #expect(abs(moving.brightness(at: frame) - rest) < 1e-9)
        }
    }

    @Test func `a loop has no seam between its ends`() {
        let heard = left([
            file(duration: 2.5) {
                $0.loops = true
                $0.pitch = 0.1
            }
        ])
        #expect(heard.count == 120_000)
        let steps = zip(heard.dropFirst(), heard).map { abs($0 - $1) }
        // This is the steepest step of a sine of 471.6 Hz at half of full scale.
        #expect((steps.dropLast(300).max() ?? 1) < 0.5 * 2 * .pi * 471.6 / 48_000 * 1.02)
    }

    @Test func `a loop has no seam either while its pitch moves`() {
        let level = PatternSounds([
            "tone": Sound(sampleRate: Self.rate, channels: [[Float](repeating: 0.5, count: 480)])
        ])
        let curve = ParameterCurve(
            .audioPitch, at: 0, points: [.init(time: 0, value: -0.3), .init(time: 0.2, value: 0.4)])
        let pattern = HapticPattern([file(duration: 0.2) { $0.loops = true }], curves: [curve])
        let heard = Rendition(pattern, sounds: level, as: .heard).left
        #expect(heard.count == 9_600 && heard.dropLast(240).allSatisfy { abs($0 - 0.5) < 1e-5 })
    }

    @Test func `channels after the second are not heard`() {
        let channels = [Float(0.1), 0.2, 0.3].map { [Float](repeating: $0, count: 480) }
        let sounds = PatternSounds(["tone": Sound(sampleRate: Self.rate, channels: channels)])
        let heard = Rendition(HapticPattern([file()]), sounds: sounds, as: .heard)
        #expect(heard.left == channels[0] && heard.right == channels[1])
    }

    @Test(arguments: [-1.0, 0, 1])
    func `a synthesized tone has its pitch, soft ends and at most its level`(pitch: Double) {
        var event = HapticEvent(.audioContinuous, at: 0, duration: 1)
        event.pitch = pitch
        let heard = left([event])
        #expect(heard.count == 48_000)
        #expect(abs(frequency(of: heard) - ToneRenderer.basePitch * PatternPitch.ratio(pitch)) < 0.5)
        #expect(heard.first == 0 && heard.last == 0)
        // The ends take 5 ms.
        let ends = [heard.prefix(48), heard.suffix(48)].map { $0.map(abs).max() ?? 1 }
        #expect(ends.allSatisfy { $0 <= ToneRenderer.level / 5 }, "\(ends)")
        let loudest = heard.map(abs).max() ?? 0
        #expect(loudest > 0.15 && loudest <= ToneRenderer.level)
    }

    @Test func `audible haptics follow the balance beside sounds and play in full otherwise`() {
        let tap = HapticEvent(.transient, at: 0, intensity: 1, sharpness: 0.5)
        let alone = Rendition(HapticPattern([tap]), sounds: .none, as: .heard)
        #expect(alone.left == alone.haptic && alone.right == alone.haptic)
        let beside = Rendition(HapticPattern([tap, file(at: 0.5)]), sounds: Self.tone, as: .heard)
        let share = Float(HeardLaw.gain(balance: HeardLaw.usualBalance))
        #expect(zip(beside.left, beside.haptic).allSatisfy { abs($0 - $1 * share) < 1e-6 })
        for (balance, gain) in [(-20.0, Float(0.1)), (0, 1), (6, 1.995_262_3)] {
            let chosen = Rendition(
                HapticPattern([tap, file(at: 0.5)]), sounds: Self.tone, as: .heard, balance: balance)
            #expect(zip(chosen.left, chosen.haptic).allSatisfy { abs($0 - $1 * gain) < 1e-6 })
        }
        let driven = Rendition(HapticPattern([tap, file(at: 0.5)]), sounds: Self.tone, as: .drive)
        #expect(zip(driven.left, driven.haptic).allSatisfy { $0 == $1 })
    }

    @Test(arguments: [Rendering.drive, .felt(.phone)])
    func `the drive and felt renderings contain no sounds`(rendering: Rendering) {
        let tap = HapticEvent(.transient, at: 0.01, intensity: 1, sharpness: 0.5)
        let tone = HapticEvent(.audioContinuous, at: 0, duration: 0.1)
        let mixed = Rendition(HapticPattern([tap, file(), tone]), sounds: Self.tone, as: rendering)
        let alone = Rendition(HapticPattern([tap]), sounds: .none, as: rendering)
        #expect(mixed.haptic == alone.haptic && mixed.left.starts(with: alone.left))
        #expect(mixed.left == mixed.right && mixed.left.dropFirst(alone.left.count).allSatisfy { $0 == 0 })
    }

    @Test func `the same pattern renders to the same samples`() {
        let events = [file(), HapticEvent(.audioContinuous, at: 0.1, duration: 0.4)]
        #expect(left(events) == left(events))
    }

    @Test func `a sound that is left out because the others take too long keeps no duration`() {
        let long = PatternSounds(["tone": Sound(sampleRate: 8_000, channels: [[Float](repeating: 0.5, count: 2_400)])])
        let pattern = HapticPattern((0..<14).map { file(at: Double($0)) })
        // At 8 Hz each lasts 300 s, and the limit of 3600 s allows twelve.
        #expect(long.timed(pattern, sampleRate: 8).events.map(\.duration) == (0..<14).map { $0 < 12 ? 300 : nil })
    }

    @Test func `thousands of long sounds take a bounded time, and missing files are silent`() {
        let events = (0..<3000).map { index in
            file(at: Double(index) / 10, duration: 300) { $0.loops = true }
        }
        let heard = Rendition(HapticPattern(events), sounds: PatternSounds([:]), as: .heard, sampleRate: 8_000)
        #expect(heard.left.allSatisfy { $0 == 0 })
        let short = PatternSounds(["tone": Sound(sampleRate: 8000, channels: [[0.5]])])
        let bounded = Rendition.sounds(of: HapticPattern(events), short, sampleRate: 8)
        // The limit of 3600 s allows twelve of these sounds.
        #expect(bounded.left.count <= Int(300 * 8) + 10)
        #expect(bounded.left[0] == 0.5)
    }

    // MARK: Measuring

    private static func sine(_ hertz: Double, seconds: Double) -> [Float] {
        (0..<Int((seconds * 48_000).rounded())).map { Float(sin(2 * Double.pi * hertz * Double($0) / 48_000)) }
    }

    private func sine(_ hertz: Double, seconds: Double) -> [Float] { Self.sine(hertz, seconds: seconds) }

    /// Returns the frequency from the first and the last upward zero crossing.
    private func frequency(of samples: [Float]) -> Double {
        let crossings = samples.indices.dropFirst().filter { samples[$0 - 1] <= 0 && samples[$0] > 0 }.map { index in
            Double(index) - Double(samples[index]) / Double(samples[index] - samples[index - 1])
        }
        guard let first = crossings.first, let last = crossings.last, crossings.count > 1 else { return 0 }
        return Double(crossings.count - 1) * 48_000 / (last - first)
    }

    /// Returns the peak in 5 ms around a time in seconds.
    private func peak(_ samples: [Float], around seconds: Double) -> Float {
        let middle = Int(seconds * 48_000)
        return samples[max(0, middle - 120)..<min(samples.count, middle + 120)].map(abs).max() ?? 0
    }
}

/// Tests the tone of an `AudioContinuous`.
@Suite struct ToneTests {
    @Test(arguments: [nil, 0.0])
    func `a tone that nothing ends lasts as long as an endless vibration`(duration: Double?) {
        let tone = HapticEvent(.audioContinuous, at: 1, duration: duration)
        let sounds = PatternSounds(["file": Sound(sampleRate: 8_000, channels: [[Float](repeating: 0, count: 48_000)])])
        func seconds(_ others: HapticEvent...) -> Double {
            Rendition(HapticPattern([tone] + others), sounds: sounds, as: .heard, sampleRate: 8_000).seconds
        }
        #expect(seconds() == 31 && seconds(tone) == 31)
        #expect(seconds(HapticEvent(.continuous, at: 0, duration: 3)) == 3)
        var file = HapticEvent(.audioCustom)
        file.waveformPath = "file"
        let pattern = HapticPattern([tone, file.moved(to: 2, lasting: nil)])
        let heard = Rendition(pattern, sounds: sounds, as: .heard, sampleRate: 8_000).left
        #expect(heard.count == 64_000 && heard.suffix(4_000).contains { abs($0) > 0.1 })
        #expect(seconds(file) == 6)
    }

    @Test(arguments: [-1.0, 0, 1])
    func `a tone is equally loud at any brightness and stays within its level`(pitch: Double) {
        let powers = [0, 0.25, 0.5, 0.75, 1].map { brightness in
            var tone = HapticEvent(.audioContinuous, at: 0, duration: 1)
            (tone.pitch, tone.brightness) = (pitch, brightness)
            let heard = Rendition(HapticPattern([tone]), sounds: .none, as: .heard).left
            #expect(heard.allSatisfy { abs($0) <= ToneRenderer.level })
            return heard.reduce(0) { $0 + Double($1 * $1) } / Double(heard.count)
        }
        let loudest = powers.max() ?? 0
        #expect(powers.allSatisfy { abs($0 / loudest - 1) < 0.01 } && loudest > 0.02)
    }
}
