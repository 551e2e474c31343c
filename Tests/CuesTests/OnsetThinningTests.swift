import Testing
import ThudCore
import ThudCues
import ThudPatterns

private func felt(_ times: Double...) -> [HapticEvent] {
    times.map { HapticEvent(.transient, at: $0, intensity: 0.5, sharpness: 0.5) }
}

private let sound = HapticEvent(.audioCustom)
private let grab = Cue(name: "a/grab", pattern: HapticPattern(felt(0)))
private let button = Cue(name: "a/button", pattern: HapticPattern(felt(0) + [sound]), loudness: .quiet)
private let tick = Cue(name: "a/tick", pattern: HapticPattern([sound]), loudness: .quiet)
private let failure = Cue(name: "a/failure", pattern: HapticPattern(felt(0, 0.1, 0.2) + [sound]))
private let win = Cue(name: "a/win", pattern: HapticPattern(felt(0)), loudness: .win)
private let spawn = Cue(name: "a/spawn", pattern: HapticPattern(felt(0) + [sound]), yields: true)
private let farewell = Cue(name: "a/farewell", pattern: HapticPattern([sound]), yields: true)

private let swell: Cue = {
    var event = HapticEvent(.continuous, duration: 0.16, intensity: 0.25, sharpness: 0.4)
    event.attackTime = 0.4
    return Cue(name: "a/swell", pattern: HapticPattern([event]), loudness: .quiet, yields: true)
}()

private func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: 5_000_000_000) + .milliseconds(milliseconds) }

@Suite("Onsets are thinned") struct OnsetThinningTests {
    /// Judges cues that are each requested when they start, at times in milliseconds.
    private func verdicts(_ cues: (Cue, Int64)...) -> [OnsetThinning.Verdict] {
        var thinning = OnsetThinning()
        return cues.map { thinning.judge($0, at: at($1), now: at($1)) }
    }

    @Test(arguments: [grab, button, tick])
    func `the later of two minor cues within 60 ms is left out`(minor: Cue) {
        #expect(verdicts((button, 0), (minor, 59)) == [.whole, .leftOut(.crowded)])
        #expect(verdicts((minor, 0), (button, 59)) == [.whole, .leftOut(.crowded)])
        #expect(verdicts((button, 0), (minor, 60), (button, 120)) == [.whole, .whole, .whole])
    }

    @Test(arguments: [
        (grab, OnsetThinning.Verdict.leftOut(.crowded)), (swell, .leftOut(.crowded)),
        (spawn, .withoutHaptics(.crowded)), (farewell, .withoutHaptics(.crowded)), (win, .whole), (failure, .whole),
    ])
    func `what remains of a crowded cue depends on the cue alone`(cue: Cue, verdict: OnsetThinning.Verdict) {
        #expect(.crowding(cue) == verdict)
    }

    @Test func `a cue that was left out displaces no other`() {
        #expect(verdicts((grab, 0), (grab, 40), (grab, 70)) == [.whole, .leftOut(.crowded), .whole])
    }

    @Test func `wins, failures and warnings play in full however close, and minor cues give way to each of their taps`()
    {
        #expect(verdicts((button, 0), (win, 1), (failure, 2)) == [.whole, .whole, .whole])
        #expect(
            verdicts((failure, 0), (grab, 70), (grab, 150), (grab, 270)) == [
                .whole, .leftOut(.crowded), .leftOut(.crowded), .whole,
            ])
    }

    @Test(arguments: [false, true])
    func `a cue of many onsets, such as rain, is played, and counts as one when it begins`(yields: Bool) {
        let drops = HapticPattern((0..<40).flatMap { felt(0.02 * Double($0)) })
        let rain = Cue(name: "a/rain", pattern: drops, yields: yields)
        #expect(verdicts((rain, 0), (grab, 500), (rain, 2_000)) == [.whole, .leftOut(.crowded), .whole])
        #expect(verdicts((grab, 0), (rain, 100)) == [.whole, .whole])
        var thinning = OnsetThinning()
        for step in 0..<12 as Range<Int64> { _ = thinning.judge(win, at: at(step * 70), now: at(step * 70)) }
        #expect(thinning.judge(rain, at: at(840), now: at(840)) == .leftOut(.tooMany))
    }

    @Test func `a crowd of cues that always play does not count against one that comes long after it`() {
        var thinning = OnsetThinning()
        for step in 0..<13 as Range<Int64> { _ = thinning.judge(win, at: at(step * 20), now: at(0)) }
        #expect(thinning.judge(grab, at: at(900), now: at(0)) == .leftOut(.tooMany))
        #expect(thinning.judge(grab, at: at(1_500), now: at(0)) == .whole)
    }

    @Test func `a yielding cue loses only its haptics, if it has any`() {
        #expect(
            verdicts((grab, 0), (spawn, 30), (spawn, 61)) == [
                .whole, .withoutHaptics(.crowded), .withoutHaptics(.crowded),
            ])
        #expect(verdicts((grab, 0), (spawn, 60)) == [.whole, .whole])
        #expect(verdicts((grab, 0), (farewell, 30), (spawn, 90)) == [.whole, .whole, .whole])
    }

    @Test func `a cue without its haptics counts only at its start`() {
        let late = Cue(name: "a/late", pattern: HapticPattern(felt(0, 0.2) + [sound]), yields: true)
        #expect(verdicts((grab, 0), (late, 30), (grab, 230)) == [.whole, .withoutHaptics(.crowded), .whole])
        #expect(verdicts((grab, 0), (late, 60), (grab, 260)) == [.whole, .whole, .leftOut(.crowded)])
    }

    @Test func `a swell yields to every cue before it, and only swells yield to it`() {
        #expect(swell.isSwell && !grab.isSwell && !tick.isSwell)
        #expect(verdicts((grab, 0), (swell, 59), (swell, 60)) == [.whole, .leftOut(.crowded), .whole])
        #expect(verdicts((swell, 0), (grab, 1), (spawn, 70)) == [.whole, .whole, .whole])
        #expect(verdicts((swell, 0), (swell, 59), (swell, 60)) == [.whole, .leftOut(.crowded), .whole])
        // A swell repeats, so its substitute glows rather than flashes.
        let plan = FeedbackPolicy.plan(for: swell, FeedbackSettings(haptics: .off))
        #expect(plan.light?.brightness == FeedbackPolicy.swellBrightness && FeedbackPolicy.swellBrightness <= 0.1)
    }

    @Test func `a swell counts as one of twelve onsets a second and displaces no touch`() {
        var touched = OnsetThinning()
        for step in 0..<12 as Range<Int64> { _ = touched.judge(grab, at: at(step * 70), now: at(step * 70)) }
        #expect(touched.judge(swell, at: at(840), now: at(840)) == .leftOut(.tooMany))
        #expect(touched.judge(swell, at: at(1_000), now: at(1_000)) == .whole, "the first of them is a second ago")

        var pulsing = OnsetThinning()
        for step in 0..<11 as Range<Int64> { _ = pulsing.judge(swell, at: at(step * 70), now: at(step * 70)) }
        #expect(pulsing.judge(grab, at: at(770), now: at(770)) == .whole)
        #expect(pulsing.judge(swell, at: at(840), now: at(840)) == .leftOut(.tooMany), "a touch counts among swells")
        for step in 12..<23 as Range<Int64> {
            #expect(pulsing.judge(grab, at: at(step * 70), now: at(step * 70)) == .whole, "swells do not count for it")
        }
    }

    @Test func `a scheduled cue keeps the time around it free until it is cancelled`() {
        var thinning = OnsetThinning()
        #expect(thinning.judge(button, at: at(500), now: at(0)) == .whole)
        #expect(thinning.judge(grab, at: at(450), now: at(450)) == .leftOut(.crowded))
        thinning.forgetScheduled(after: at(460))
        #expect(thinning.judge(grab, at: at(470), now: at(470)) == .whole)
        thinning.forgetScheduled(after: at(480))
        #expect(
            thinning.judge(grab, at: at(490), now: at(490)) == .leftOut(.crowded), "what has begun is not forgotten")
    }

    @Test func `a cue that has started counts to its end after a cancellation`() {
        var thinning = OnsetThinning()
        #expect(thinning.judge(failure, at: at(0), now: at(0)) == .whole)
        thinning.forgetScheduled(after: at(50))
        #expect(thinning.judge(grab, at: at(190), now: at(190)) == .leftOut(.crowded), "its last tap comes at 200 ms")
    }

    @Test func `at most twelve onsets a second are felt, including scheduled ones`() {
        var thinning = OnsetThinning()
        let verdicts = (0..<30).map { thinning.judge(grab, at: at($0 * 70), now: at($0 * 70)) }
        let given = zip(verdicts, 0..<30).filter { $0.0 == .whole }.map { $0.1 * 70 }
        for (first, last) in zip(given, given.dropFirst(OnsetThinning.mostOnsets)) { #expect(last - first >= 1_000) }
        #expect(given.prefix(12) == (0..<12).map { $0 * 70 }[...] && verdicts[12] == .leftOut(.tooMany))
        #expect(given.contains(1_050), "after a second there is room again")

        var coming = OnsetThinning()
        for step in 0..<12 as Range<Int64> { _ = coming.judge(win, at: at(step * 80), now: at(0)) }
        var later = coming
        #expect(coming.judge(spawn, at: at(960), now: at(0)) == .withoutHaptics(.tooMany))
        #expect(later.judge(spawn, at: at(1_000), now: at(0)) == .whole)
    }

    @Test func `quiet cues and cues with haptics alone are minor, except wins and lasting cues`() {
        for cue in [grab, button, tick] { #expect(cue.isMinor) }
        for cue in [failure, win, spawn, farewell] { #expect(!cue.isMinor) }
        #expect(!Cue(name: "a/snow", pattern: grab.pattern, loudness: .quiet, lasts: .loop).isMinor)
        #expect(failure.hapticOnsets == [0, 0.1, 0.2] && farewell.hapticOnsets.isEmpty)
        var swell = HapticEvent(.continuous, at: 0.5, duration: 0.1, intensity: 0.25, sharpness: 0.4)
        #expect(Cue(name: "a/hum", pattern: HapticPattern([swell])).hapticOnsets == [0.5])
        swell[.attackTime] = EnvelopeTime.adjuster(seconds: 0.1)
        #expect(Cue(name: "a/swell", pattern: HapticPattern([swell])).hapticOnsets.isEmpty)
    }

    @Test func `a plan without haptics keeps the sound, and gets a flash if nothing is heard`() throws {
        let heard = try #require(FeedbackPolicy.plan(for: spawn, FeedbackSettings(), .withoutHaptics(.crowded)))
        let whole = FeedbackPolicy.plan(for: spawn, FeedbackSettings())
        #expect(heard.soundGain == whole.soundGain && heard.heardGain == 0 && heard.driveGain == 0 && !heard.isSilent)
        for haptics in FeedbackSettings.Haptics.allCases {
            let silent = FeedbackSettings(soundOn: false, haptics: haptics)
            let plan = try #require(FeedbackPolicy.plan(for: spawn, silent, .withoutHaptics(.tooMany)))
            #expect(plan.isSilent && plan.light != nil)
        }
        #expect(FeedbackPolicy.plan(for: spawn, FeedbackSettings(), .leftOut(.crowded)) == nil)
        #expect(FeedbackPolicy.plan(for: spawn, FeedbackSettings(), .whole) == whole)
    }

    @Test func `a catalog can make its cues yield`() throws {
        let tap = Array(AHAP.text(HapticPreset.impactLight.pattern).utf8)
        for (text, yields) in [
            (#"{"game": "a", "yields": true, "cues": {"b": {}}}"#, true), (#"{"game": "a", "cues": {"b": {}}}"#, false),
        ] {
            let cues = try CueCatalog.parse(Array(text.utf8), file: "c.json").cues(patterns: ["b": tap, "c": tap])
            #expect(cues.count == 2)
            for cue in cues.values { #expect(cue.yields == yields) }
        }
    }
}
