import Testing
import ThudCore
import ThudHapticFormats
import ThudPatterns

/// Returns the reason why OpenHarmony's decoder refuses a pattern as written; nil if it accepts the file.
private func refusal(_ pattern: HapticPattern) -> String? {
    let text = PatternFormat.he.write(pattern).text
    return DeviceCheck.harmony.check(Array(text.utf8), file: "a.he").refusal?.description
}

private func buzz(_ duration: Double, points: [(Double, Double)] = [], release: Double = 0) -> HapticPattern {
    var event = HapticEvent(.continuous, at: 0.1, duration: duration, intensity: 0.8, sharpness: 0.4)
    event.releaseTime = release
    let curve = ParameterCurve(.hapticIntensity, at: 0.1, points: points.map { .init(time: $0.0, value: $0.1) })
    return HapticPattern([event], curves: points.isEmpty ? [] : [curve])
}

@Suite("Curves of .he files") struct HECurveTests {
    @Test func `OpenHarmony's decoder accepts any written pattern`() {
        for seed in 0..<60 as Range<UInt64> {
            #expect(refusal(composed(seed, overlapping: seed.isMultiple(of: 2))) == nil, "seed \(seed)")
        }
    }

    @Test(arguments: [0.003, 0.004, 0.01, 0.1, 1, 4.999, 5, 5.001, 5.002, 5.003, 12, 29.9])
    func `a steady buzz of any length comes back steady and unchanged`(duration: Double) throws {
        let pattern = buzz(duration)
        #expect(refusal(pattern) == nil)
        let written = PatternFormat.he.write(pattern)
        #expect(written.losses == [])
        let back = try read(written.text, .he)
        #expect(back.diagnostics == [] && back.pattern.curves.isEmpty)
        #expect(back.pattern.events.allSatisfy { $0.intensity == 0.8 })
        #expect(abs(back.pattern.events.reduce(0) { $0 + ($1.duration ?? 0) } - duration) < 1e-6)
    }

    /// Once, a release whose points coincided with the end in one millisecond removed the last full point, and the
    /// buzz faded from its start on.
    @Test(arguments: [0, 0.0005, 0.001, 0.002, 0.01])
    func `a buzz that ends within a millisecond does not fade earlier`(fall: Double) throws {
        let pattern = buzz(0.4, points: [(0, 1), (0.4 - fall, 1), (0.4, 0)])
        #expect(refusal(pattern) == nil)
        let back = try read(PatternFormat.he.write(pattern).text, .he).pattern
        for time in stride(from: 0.102, to: 0.48, by: 0.007) {
            #expect(abs(HapticEvaluation(back).intensity(at: time) - 0.8) < 0.01, "\(time)")
        }
        #expect(difference(pattern, back) < 0.02)
    }

    @Test func `steps at every millisecond keep rising times`() {
        var points: [(Double, Double)] = []
        for step in 0..<200 {
            let time = Double(step) / 1e3
            points += [(time, Double(step % 3) / 2), (time, 0.3)]
        }
        #expect(refusal(buzz(0.2, points: points)) == nil)
    }

    @Test func `a step after a curve of dense points comes in time`() throws {
        var points = [(0.0, 0.3)]
        for index in 0...20 {
            let part = Double(index) / 20
            points.append((0.1 + 0.006 * part, 0.3 * (1 - part).squareRoot()))
        }
        let pattern = buzz(0.2, points: points + [(0.107, 1), (0.2, 1)])
        #expect(refusal(pattern) == nil)
        let back = HapticEvaluation(try read(PatternFormat.he.write(pattern).text, .he).pattern)
        #expect(abs(back.intensity(at: 0.208) - 0.8) < 0.02, "\(back.intensity(at: 0.208))")
    }

    @Test func `taps within one millisecond become one, with a report`() {
        let pattern = HapticPattern(
            (0..<20).map { HapticEvent(.transient, at: 0.1 + Double($0) * 2e-5, intensity: 0.5, sharpness: 0.5) })
        let written = PatternFormat.he.write(pattern)
        #expect(refusal(pattern) == nil)
        #expect(written.losses.contains { $0.contains("a .he file cannot hold two taps at 100 ms") })
    }

    @Test(arguments: [[0.3, 0.9], [0.9, 0.3]])
    func `of two taps within one millisecond the stronger is kept`(intensities: [Double]) throws {
        let taps = intensities.enumerated().map {
            HapticEvent(.transient, at: 0.1 + Double($0.offset) * 1e-4, intensity: $0.element, sharpness: 0.5)
        }
        let back = try read(PatternFormat.he.write(HapticPattern(taps)).text, .he).pattern
        #expect(back.events.map(\.intensity) == [0.9])
    }

    @Test(arguments: [(-50, 0.0), (-20, 0), (0, 0), (70, 0.7), (150, 1)])
    func `a transient's frequency outside sharpness is reported`(frequency: Int, sharpness: Double) throws {
        let text =
            "{\"Metadata\": {\"Version\": 1}, \"Pattern\": [{\"Event\": {\"Type\": \"transient\", \"RelativeTime\": 0, "
            + "\"Parameters\": {\"Intensity\": 100, \"Frequency\": \(frequency)}}}]}"
        let read = try read(text, .he)
        #expect(read.pattern.events[0].sharpness == sharpness)
        #expect(read.diagnostics.map(\.disposition) == ((0...100).contains(frequency) ? [] : [.changed]))
    }
}
