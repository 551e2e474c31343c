import Glibc
import ThudCore
import ThudPatternRendering
import ThudPatternView
import ThudSoundFiles
import ThudSoundRecipes

/// Two patterns that are compared by ear: in loops of one length, and equally loud.
struct Comparison {
    typealias Pattern = (loaded: AuditionSubject.Loaded, sounds: PatternSounds)

    /// Whether the louder one is made as quiet as the other.
    let isMatched: Bool
    let trials: Int
    private var seed: UInt64
    private(set) var patterns: [Pattern]
    private(set) var takes: [AuditionTake] = []
    var test: ABXTest?
    /// The results of the tests so far.
    private(set) var reports: [String] = []

    /// Reads both patterns; throws if one cannot be read.
    init(_ request: AuditionRequest, isMatched: Bool, trials: Int, seed: UInt64, sampleRate: Int) throws(ThudError) {
        self.isMatched = isMatched
        self.trials = trials
        self.seed = seed
        patterns = []
        for subject in request.subjects {
            let loaded = try subject.load()
            patterns.append((loaded, try AuditionTake.sounds(of: loaded, request.settings, sampleRate: sampleRate)))
        }
    }

    /// Renders both patterns, with the one at `place` as it was read last.
    mutating func render(_ fresh: Pattern, at place: Int, _ settings: AuditionSettings, sampleRate: Int) {
        patterns[place] = fresh
        let takes = patterns.map { AuditionTake($0.loaded, sounds: $0.sounds, settings, sampleRate: sampleRate) }
        self.takes = AuditionTake.swappable(takes, isMatched: isMatched)
    }

    mutating func beginTest() {
        test = ABXTest(trials: trials, seed: seed)
        seed &+= 1
    }

    /// Ends the test; returns its result, if there was an answer.
    mutating func endTest() -> String? {
        defer { test = nil }
        guard let test, test.answered > 0 else { return nil }
        reports.append(test.report)
        return test.report
    }

    /// Shows which pattern is heard, or hides everything that could tell during a blind test.
    func show(_ place: Int, in view: inout AuditionView) {
        if let test {
            view.name = "blind test: you hear \(test.heard.rawValue)"
            (view.place, view.count) = (test.answered + 1, test.trials)
            view.description = "a, b and x play A, B and X; is X A (key 1) or B (key 2)?"
            (view.figures, view.chart, view.playhead, view.status) = ([], nil, nil, [])
            view.keys = [
                KeyWord("a", "hear A"), KeyWord("b", "hear B"), KeyWord("x", "hear X"), KeyWord("1", "X is A"),
                KeyWord("2", "X is B"), KeyWord("esc", "end the test"),
            ]
            return
        }
        view.name = "\(["A", "B"][place]): \(view.name)"
        let gain = takes.isEmpty ? 1 : takes[place].gain
        let decibels = Decimals.fixed(20 * log10(Double(gain)), 1, minus: "−")
        view.status = isMatched ? ["equally loud: \(decibels) dB"] : ["as they are"]
        view.keys = [
            KeyWord("space", "play"), KeyWord("q", view.leavesTo), KeyWord("x", "swap"), KeyWord("b", "blind test"),
            KeyWord("r", "render"), KeyWord("↑↓", "intensity"), KeyWord("←→", "sharpness"),
        ]
    }
}

extension AuditionTake {
    /// Returns takes that continue each other at one position: all in loops as long as the longest, and if asked as
    /// loud as the quietest. Loudness is that of ITU-R BS.1770 for loudspeakers, and the energy of the drive signal for
    /// an actuator.
    static func swappable(_ takes: [AuditionTake], isMatched: Bool) -> [AuditionTake] {
        var swappable = takes
        let period = takes.map(\.period).max() ?? 1
        let loudness = takes.map { take in
            pow(
                10,
                Loudness(of: Sound(sampleRate: take.sampleRate, channels: [take.left, take.right])).maximumMomentary
                    / 20)
        }
        let drives = takes.map { take in take.drive.reduce(0.0) { $0 + Double($1) * Double($1) }.squareRoot() }
        for index in takes.indices {
            swappable[index].period = period
            guard isMatched else { continue }
            swappable[index].gain = gain(loudness[index], among: loudness)
            swappable[index].driveGain = gain(drives[index], among: drives)
        }
        return swappable
    }

    /// Returns the gain that makes a linear level as low as the lowest of several. Silence does not count.
    private static func gain(_ level: Double, among levels: [Double]) -> Float {
        let lowest = levels.filter { $0 > 0 }.min() ?? level
        return level > 0 ? Float(lowest / level) : 1
    }
}
