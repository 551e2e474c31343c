import Testing
import ThudCore
import ThudPatterns

private func curve(_ id: String, at time: String, _ points: [(Double, Double)]) -> String {
    let points = points.map { "{\"Time\": \($0.0), \"ParameterValue\": \($0.1)}" }.joined(separator: ", ")
    return "{\"ParameterCurve\": {\"ParameterID\": \"Haptic\(id)Control\", \"Time\": \(time), "
        + "\"ParameterCurveControlPoints\": [\(points)]}}"
}

private func step(at time: Double, _ value: Double) -> String {
    "{\"Parameter\": {\"ParameterID\": \"HapticIntensityControl\", \"ParameterValue\": \(value), \"Time\": \(time)}}"
}

private func rumble(at time: Double = 0, for seconds: Double = 1) -> String {
    "{\"Event\": {\"Time\": \(time), \"EventType\": \"HapticContinuous\", \"EventDuration\": \(seconds)}}"
}

private let rumbleWithoutDecay = pattern(
    "{\"Event\": {\"Time\": 0, \"EventType\": \"HapticContinuous\", \"EventDuration\": 1, "
        + "\"EventParameters\": [{\"ParameterID\": \"DecayTime\", \"ParameterValue\": 0}]}}")

private let absolute =
    "suspicious: the points' times count from the curve's Time; these look as if they counted from the pattern's start"

/// The messages without their places.
private func messages(_ text: String) -> [String] { AHAP.lint(Array(text.utf8), file: "").map(\.message) }

@Suite("The lint checks the pattern as a whole") struct AHAPTimelineTests {
    @Test func `points that count from the pattern's start, as one exporter writes them, are reported`() {
        let first = (0..<16).map { (Double($0) / 10, 0.5) }
        let exported = pattern(
            rumble(for: 2), curve("Intensity", at: "0", first),
            curve("Intensity", at: "1.5", [(1.5, 0.5), (1.6, 0.4), (2, 0.1)]))
        #expect(lint(exported) == ["4:20: Pattern[2].ParameterCurve: \(absolute)"])
        // Numbers of single precision are hardly less than the curve's own Time.
        let rounded = pattern(rumble(for: 2), curve("Intensity", at: "1.5", [(1.499_999_9, 0.5), (2, 0.1)]))
        #expect(messages(rounded) == [absolute])
        let late = pattern(rumble(), curve("Sharpness", at: "0.5", [(0.6, 0), (1, 0.5)]))
        #expect(messages(late) == [absolute])
    }

    @Test(arguments: [
        // Segments that are split well: each starts at its own 0.
        pattern(
            rumble(for: 2), curve("Intensity", at: "0", [(0, 1), (1, 0.5)]),
            curve("Intensity", at: "1", [(0, 0.5), (1, 0)])),
        // A curve that waits for as long as its own start, and ends with its event, as in one of Apple's samples.
        pattern(rumble(at: 0.07, for: 0.37), curve("Intensity", at: "0.07", [(0.07, 1), (0.37, 0)])),
        // A curve that starts a little late, with a first point later than that.
        pattern(rumble(), curve("Intensity", at: "0.015", [(0.1, 1), (0.5, 0)])),
        // One last point after the end, which keeps the slope up to the end.
        pattern(rumble(), curve("Intensity", at: "0", [(0, 1), (0.5, 0.4), (1.4, 0)])),
        // A curve that starts less than a millisecond after the end.
        pattern(rumble(), curve("Intensity", at: "1.0005", [(0, 1), (0.0004, 0.5)])),
        // A decay time of 0, as tools write it that list every parameter.
        rumbleWithoutDecay,
        // Layer after layer: taps after the rumble that they start with, and one parameter after the other.
        pattern(
            rumble(at: 0.5), "{\"Event\": {\"Time\": 0, \"EventType\": \"HapticTransient\"}}",
            curve("Sharpness", at: "0.5", [(0, 0), (1, 0.5)]), curve("Intensity", at: "0", [(0, 0), (1, 0.5)])),
        // A step that hands over to a curve at the same time; a rounded millisecond is no overlap.
        pattern(
            rumble(for: 2), step(at: 0, 1), curve("Intensity", at: "0.2", [(0, 1), (0.3004, 0)]),
            curve("Intensity", at: "0.5", [(0, 0), (1, 1)])),
        // A sound without a duration, which ends with its file and may be long.
        pattern(
            "{\"Event\": {\"Time\": 0, \"EventType\": \"AudioCustom\", \"EventWaveformPath\": \"a.wav\"}}",
            step(at: 20, 0.5)),
    ])
    func `a valid file gets no diagnostic`(text: String) { #expect(lint(text).isEmpty, "\(lint(text))") }

    @Test func `overlapping curves and steps are reported`() {
        let curves = pattern(
            rumble(for: 2), curve("Intensity", at: "0", [(0, 1), (1, 0.5)]),
            curve("Intensity", at: "0.4", [(0, 0.5), (1, 0)]))
        #expect(
            lint(curves) == [
                "4:20: Pattern[2].ParameterCurve: suspicious: the curve in line 3 still drives HapticIntensityControl at "
                    + "0.4 s; the one that starts last applies"
            ])
        let inside = pattern(rumble(), curve("Intensity", at: "0", [(0, 1), (1, 0.5)]), step(at: 0.5, 0.1))
        #expect(lint(inside).map { $0.prefix(5) } == ["4:15:"])
        let two = pattern(
            rumble(), curve("Intensity", at: "0", [(0, 1), (1, 0.5)]), step(at: 0.2, 0.1), step(at: 0.5, 0.1))
        #expect(lint(two).map { $0.prefix(5) } == ["4:15:", "5:15:"])
        let double = pattern(rumble(), step(at: 0.5, 1), step(at: 0.5, 0.1))
        #expect(lint(double).map { $0.prefix(5) } == ["4:15:"])
    }

    @Test func `entries out of time order are reported`() {
        #expect(
            messages(pattern(rumble(at: 1), rumble())) == [
                "suspicious: the HapticContinuous events are not in time order: 0 s comes after 1 s"
            ])
        #expect(
            messages(pattern(rumble(), step(at: 0.5, 1), step(at: 0.2, 0.1))) == [
                "suspicious: the HapticIntensityControl steps are not in time order: "
                    + "0.2 s comes after 0.5 s"
            ])
        #expect(
            lint(pattern(rumble(), curve("Intensity", at: "0", [(0, 1), (0.5, 0), (0.2, 1)]))) == [
                "3:181: Pattern[1].ParameterCurve.ParameterCurveControlPoints[2]: suspicious: the points are not in "
                    + "time order: 0.2 comes after 0.5; sorted"
            ])
    }

    @Test func `entries after the end are reported`() {
        #expect(
            messages(pattern(rumble(), step(at: 1.5, 1))) == [
                "ignored: this step starts after the pattern's end at 1 s"
            ])
        #expect(
            messages(pattern(rumble(), curve("Intensity", at: "0", [(0, 1), (1.1, 0), (1.2, 0.5)]))) == [
                "ignored: 2 points come after the pattern's end at 1 s"
            ])
        // 0.183 + 0.489 is a little less than 0.672.
        let short = pattern(
            rumble(at: 0.183, for: 0.489), curve("Intensity", at: "0", [(0, 1), (1.1, 0), (1.2, 0.5)]))
        #expect(messages(short) == ["ignored: 2 points come after the pattern's end at 0.672 s"])
    }

    @Test(arguments: [
        (0, "ignored: a curve without points does nothing"),
        (1, "suspicious: a curve of one point is a step; a Parameter is clearer"),
        (
            17,
            "suspicious: Apple's loader accepts at most 16 points in a curve, found 17; split it into curves that "
                + "follow each other"
        ),
    ])
    func `curves with too few or too many points are reported`(count: Int, message: String) {
        let points = (0..<count).map { (Double($0) / 20, 0.5) }
        #expect(messages(pattern(rumble(), curve("Intensity", at: "0", points))) == [message])
    }

    @Test func `an unknown dynamic parameter is reported`() {
        #expect(
            messages(pattern(rumble(), curve("Intensiti", at: "0", [(0, 1), (1, 1)]))) == [
                "ignored: unknown dynamic parameter; did you mean HapticIntensityControl?"
            ])
    }
}
