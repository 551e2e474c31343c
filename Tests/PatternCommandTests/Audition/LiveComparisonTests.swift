import Foundation
import TestTraits
import Testing
import ThudCore
import ThudSoundFiles
import ThudTestSupport

/// `thud audition A B --ab` in a real terminal.
@Suite(.live) struct LiveComparisonTests {
    private let surroundings: Surroundings

    init() throws {
        surroundings = try Surroundings()
        // One tap at the same time in patterns of different lengths and strengths; the end is a tap that nobody feels.
        for (name, intensity, end) in [("a", 1.0, 0.35), ("b", 0.6, 0.5)] {
            func tap(_ time: Double, _ intensity: Double) -> String {
                """
                {"Event": {"Time": \(time), "EventType": "HapticTransient", "EventParameters": [
                  {"ParameterID": "HapticIntensity", "ParameterValue": \(intensity)}]}}
                """
            }
            try surroundings.scratch.write(
                #"{"Pattern": [\#(tap(0.1, intensity)), \#(tap(end, 0))]}"#, to: "\(name).ahap")
        }
    }

    private func compare<Result>(
        _ arguments: String, _ body: (TmuxScreen) async throws -> Result
    ) async throws -> Result {
        try await surroundings.onScreen(
            "exec \(try ThudProcess.path()) audition a.ahap b.ahap --ab --device null \(arguments)", size: (80, 24),
            body)
    }

    /// Returns the first frames and the peaks of the taps in a recording.
    private func taps(_ path: String) throws -> [(frame: Int, peak: Float)] {
        let samples = try SoundFile.read(surroundings.scratch.file(path)).channels[0]
        var taps: [(frame: Int, peak: Float)] = []
        var quiet = Int.max / 2
        for (frame, sample) in samples.enumerated() {
            if abs(sample) > 0.01 {
                if quiet > 4800 { taps.append((frame, 0)) }
                taps[taps.count - 1].peak = max(taps[taps.count - 1].peak, abs(sample))
                quiet = 0
            } else {
                quiet += 1
            }
        }
        return taps
    }

    @Test(arguments: [true, false])
    func `a swap keeps the position, and both are equally loud unless asked otherwise`(isMatched: Bool) async throws {
        try await compare("--record r.wav" + (isMatched ? "" : " --as-is")) { screen in
            try await screen.wait(for: "A: a.ahap")
            try await Task.sleep(for: .seconds(1.5))
            try await screen.press("x")
            try await screen.wait(for: "B: b.ahap")
            try await Task.sleep(for: .seconds(1.5))
            try await screen.press("x")
            try await screen.wait(for: "A: a.ahap", isMatched ? "equally loud: −" : "as they are")
            try await Task.sleep(for: .seconds(1))
            try await screen.press("q")
            #expect(try await screen.end() == 0)
        }
        let taps = try taps("r.wav")
        #expect(taps.count >= 6)
        let period = 0.522 * 48_000
        for (tap, next) in zip(taps, taps.dropFirst()) {
            // The length of the longer one. A swap in the middle of a tap may hide its first frames.
            #expect(abs(Double(next.frame - tap.frame) - period) < 48, "\(taps)")
        }
        let peaks = taps.map(\.peak)
        let ratio = (peaks.max() ?? 0) / (peaks.min() ?? 1)
        #expect(isMatched ? ratio < 1.06 : ratio > 1.5, "\(taps)")
    }

    @Test func `the problems of the pattern that is heard are shown`() async throws {
        let event = #"{"Time": 0, "EventType": "AudioCustom", "EventWaveformPath": "gone.wav"}"#
        try surroundings.scratch.write(#"{"Version": 1, "Pattern": [{"Event": \#(event)}]}"#, to: "b.ahap")
        try await compare("") { screen in
            try await screen.wait(for: "A: a.ahap")
            try await screen.press("x")
            try await screen.wait(for: "B: b.ahap", "sound gone.wav")
            try await screen.press("x")
            // Until the swap is drawn, the problem of B is still there.
            try await screen.wait(for: "A without the problems of B") {
                $0.contains("A: a.ahap") && !$0.contains("gone.wav")
            }
        }
    }

    @Test func `a blind test hides what is heard, and reports its result`() async throws {
        try await compare("--trials 4 --seed 3") { screen in
            try await screen.wait(for: "A: a.ahap")
            try await screen.press("b")
            for trial in 1...4 {
                let shown = try await screen.wait(for: "\(trial) of 4", "you hear X")
                #expect(!shown.contains(".ahap") && !shown.contains("intensity"), "\(shown)")
                try await screen.press("a")
                try await screen.wait(for: "you hear A")
                try await screen.press("x")
                try await screen.wait(for: "you hear X")
                try await screen.press("1")
            }
            try await screen.wait(for: " of 4 right, p = ", ".ahap")
            try await screen.press("q")
            #expect(try await screen.end() == 0)
            try await screen.wait(for: "Blind test: ")
        }
    }

    @Test func `a blind test takes no key that could tell what X is, and leaving it reports its answers`()
        async throws
    {
        try await compare("--trials 4 --seed 3") { screen in
            try await screen.wait(for: "A: a.ahap", "dB   loop")
            try await screen.press("b")
            try await screen.wait(for: "1 of 4", "you hear X")
            try await screen.press("M-l")
            try await screen.press("1")
            try await screen.wait(for: "2 of 4", "you hear X")
            try await screen.press("Escape")
            try await screen.wait(for: " of 1 right, p = ", "dB   loop")
            try await screen.press("b")
            try await screen.wait(for: "1 of 4", "you hear X")
            try await screen.press("1")
            try await screen.wait(for: "2 of 4", "you hear X")
            try await screen.press("q")
            #expect(try await screen.end() == 0)
            try await screen.wait(for: "two reports") { $0.ranges(of: "Blind test: ").count == 2 }
        }
    }

    @Test func `a save during a blind test waits for its end`() async throws {
        try await compare("--trials 2 --seed 3 --watch") { screen in
            try await screen.wait(for: "A: a.ahap", "length 0.372 s")
            try await screen.press("b")
            try await screen.wait(for: "1 of 2", "you hear X")
            let text = surroundings.scratch.text(of: "a.ahap")
            try surroundings.scratch.write(text.replacing("0.35", with: "0.45"), to: "a.ahap")
            try await screen.press("1")
            try await screen.wait(for: "2 of 2", "you hear X")
            try await screen.press("1")
            try await screen.wait(for: "A: a.ahap", "length 0.472 s", " of 2 right, p = ")
            try await screen.press("q")
            #expect(try await screen.end() == 0)
        }
    }

    @Test func `a comparison with a broken pattern leaves an earlier recording alone`() async throws {
        try surroundings.scratch.write("an earlier recording", to: "r.wav")
        try surroundings.scratch.write("{", to: "b.ahap")
        try await compare("--record r.wav") { screen in
            try await screen.wait(for: "b.ahap:1:2: ")
            #expect(try await screen.end() == 4)
        }
        #expect(surroundings.scratch.text(of: "r.wav") == "an earlier recording")
    }

    @Test(arguments: [
        ["a.ahap", "--ab"], ["a.ahap", "b.ahap", "--ab", "--silent"], ["a.ahap", "b.ahap", "--ab", "--trials", "0"],
        ["a.ahap", "b.ahap", "--ab"],
    ])
    func `a comparison needs two patterns and a screen`(arguments: [String]) async throws {
        let outcome = try await surroundings.thud(["audition"] + arguments, in: surroundings.scratch.path)
        #expect(outcome.exitCode == 2 && outcome.errorOutput.split(separator: "\n").count == 1, "\(outcome)")
    }
}
