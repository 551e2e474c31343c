import Testing
import ThudCore
import ThudHapticFormats
import ThudPatterns

@Suite("feedbackd's vibrations and themes") struct FeedbackdFileTests {
    @Test(arguments: [
        (
            #"{"type": "VibraPattern", "magnitudes": [0.25, 0, 1.0], "durations": [100, 50, 200]}"#, [0, 0.15],
            [0.1, 0.2], [0.5, 1]
        ),
        (
            #"{"type": "VibraRumble", "duration": 900, "count": 3, "pause": 100, "magnitude": 1}"#, [0, 0.3, 0.6],
            [0.2, 0.2, 0.2], [1, 1, 1]
        ),
        (#"{"type": "VibraRumble", "duration": 100, "magnitude": 0.25}"#, [0], [0.1], [0.5]),
        (#"{"type": "VibraRumble", "duration": 100, "count": 2, "pause": 50, "magnitude": 1}"#, [0], [1], [1]),
        (
            #"{"type": "VibraPeriodic", "duration": 400, "magnitude": 65535, "fade-in-time": 0}"#, [0], [0.4], [1]
        ),
    ])
    func `each kind of vibration is read`(text: String, times: [Double], durations: [Double], intensities: [Double])
        throws
    {
        let read = try read(text, .android)
        #expect(read.diagnostics == [])
        let events = read.pattern.events
        #expect(events.map { ($0.time * 1e6).rounded() / 1e6 } == times, "\(events)")
        #expect(events.map { (($0.duration ?? 0) * 1e6).rounded() / 1e6 } == durations)
        #expect(events.map(\.intensity) == intensities && events.allSatisfy { $0.sharpness == 0.5 })
    }

    @Test func `a periodic vibration fades in by amplitude`() throws {
        let text = #"{"type": "VibraPeriodic", "duration": 1000, "magnitude": 1, "fade-in-level": 0.04}"#
        let evaluation = HapticEvaluation(try read(text, .vibraPattern).pattern)
        let event = try #require(try read(text, .vibraPattern).pattern.events.first)
        for (time, amplitude) in [(0.0, 0.04), (0.25, 0.52), (0.5, 1), (0.9, 1)] {
            let intensity = evaluation.intensity(of: event, at: time)
            #expect(abs(intensity * intensity - amplitude) < 0.005, "\(time): \(intensity)")
        }
    }

    @Test(arguments: [
        (
            #"{"type": "VibraPattern", "magnitudes": [1], "durations": [1, 2]}"#,
            "expected as many magnitudes as durations (2), found 1"
        ),
        (#"{"type": "VibraPattern", "magnitudes": [2], "durations": [9]}"#, "2 is outside 0 to 1; read as 1"),
        (#"{"type": "VibraPattern", "magnitudes": [1], "durations": [300001]}"#, "expected a number from 0 to 300000"),
        (#"{"type": "VibraPattern", "magnitudes": [1, 1], "durations": [200000, 200000]}"#, "ends later than 300 s"),
        (#"{"type": "VibraRumble", "count": 0}"#, "count: expected"),
        (#"{"type": "VibraRumble", "speed": 3}"#, "speed: unknown member; ignored"),
        (#"{"type": "VibraWave"}"#, "expected VibraPattern, VibraRumble or VibraPeriodic"),
        (#"{"name": "", "profiles": []}"#, "name: expected a name"),
        (#"{"name": "default", "parent-name": "x"}"#, "the default theme has no parent"),
        (#"{"name": "x", "profiles": [{"name": "loud", "feedbacks": []}]}"#, "expected full, quiet or silent; ignored"),
        (#"{"name": "x", "profiles": []}"#, "no event of the theme vibrates"),
    ])
    func `what is wrong is reported with its place`(text: String, sentence: String) {
        #expect(lint(text, .feedbackd).contains { $0.contains(sentence) }, "\(lint(text, .feedbackd))")
    }

    private static let theme = """
        {"name": "x", "profiles": [
          {"name": "full", "feedbacks": [{"event-name": "ring", "type": "Sound", "effect": "bell"}]},
          {"name": "quiet", "feedbacks": [
            {"event-name": "ring", "type": "VibraPattern", "magnitudes": [1], "durations": [70]},
            {"event-name": "tap", "type": "VibraRumble", "duration": 20},
            {"event-name": "ring", "type": "VibraPattern", "magnitudes": [1, 0], "durations": [80, 10]}]},
          {"name": "silent", "feedbacks": [{"event-name": "light", "type": "Led", "color": "red"}]},
          {"name": "silent"}]}
        """

    @Test func `a long pause at the end counts in full before a vibration repeats`() throws {
        let text = """
            {"name": "x", "profiles": [{"name": "quiet", "feedbacks": [{"event-name": "call", "type": "VibraPattern",
              "magnitudes": [1, 0], "durations": [200, 100000]}]}]}
            """
        let theme = try FeedbackdTheme(JSONReader(Array(text.utf8), file: "x"))
        guard case .vibration(let pattern) = theme.parts(for: "call", in: .full).first else {
            Issue.record("the event vibrates")
            return
        }
        #expect(abs(pattern.duration - 100.2) < 1e-6, "\(pattern.duration)")
    }

    @Test func `an event of a theme is chosen by its name, and its sound is left out with a report`() throws {
        let bytes = Array(Self.theme.utf8)
        let ring = try PatternFormat.feedbackd.read(bytes, file: "x", event: "ring")
        // The last feedback of an event in a profile counts.
        #expect(ring.pattern.events.map(\.duration) == [0.08])
        #expect(ring.diagnostics.map(\.description).contains { $0.contains("the sound bell of the sound theme") })
        #expect(lint(Self.theme, .feedbackd).last?.contains("2 events vibrate; choose one") == true)
        let error = #expect(throws: ThudError.self) {
            try PatternFormat.feedbackd.read(bytes, file: "x", event: "light")
        }
        #expect(error?.message.contains("no vibration for light; it has ring, tap") == true)
    }

    @Test func `a theme names its event, and leaves the others to the default theme`() throws {
        let pattern = HapticPattern([HapticEvent(.continuous, at: 0.1, duration: 0.2, intensity: 0.5, sharpness: 0.5)])
        let export = PatternFormat.feedbackd.write(pattern, event: "message-new-sms")
        #expect(export.losses == [])
        let root = try JSONReader(export.bytes, file: "x")
        #expect(try root.member("parent-name").string() == "default")
        let profile = try root.member("profiles").elements()[0]
        #expect(try profile.member("name").string() == "quiet")
        let feedback = try profile.member("feedbacks").elements()[0]
        #expect(try feedback.member("event-name").string() == "message-new-sms")
        var (magnitudes, durations): ([Double], [Double]) = ([], [])
        for level in try feedback.member("magnitudes").elements() { magnitudes.append(try level.number()) }
        for time in try feedback.member("durations").elements() { durations.append(try time.number()) }
        #expect(magnitudes == [0, 0.25] && durations == [100, 200])
    }

    @Test func `losses are stated`() {
        let pattern = HapticPattern([
            HapticEvent(.transient, at: 0, intensity: 1, sharpness: 1),
            HapticEvent(.continuous, at: 0.1004, duration: 0.2, intensity: 0.5, sharpness: 0.5),
        ])
        #expect(
            PatternFormat.vibraPattern.write(pattern).losses == [
                "taps become vibrations of 22 ms in a VibraPattern",
                "a VibraPattern has no frequency; every sharpness becomes 0.5, even 1 (3.58 JND)",
                "a VibraPattern counts whole milliseconds; times move by up to 0.4 ms (0.02 JND)",
            ])
    }

    @Test(arguments: [PatternFormat.vibraPattern, .feedbackd])
    func `a written file comes back, except for sampling`(format: PatternFormat) throws {
        for seed in 0..<40 as Range<UInt64> {
            let pattern = composed(seed, overlapping: seed.isMultiple(of: 2))
            let first = format.write(pattern)
            #expect(lint(first.text, .android) == [], "seed \(seed)")
            let back = try read(first.text, .android).pattern
            let second = format.write(back)
            #expect(firstDifference(first.text, second.text) == nil, "seed \(seed)")
        }
    }
}
